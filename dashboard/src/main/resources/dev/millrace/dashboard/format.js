/**
 * Numbers, rates, times and sizes as a reader sees them. 64-bit numbers come as texts: they are shown to the last digit,
 * and only compared or drawn as numbers.
 */

const GROUPED = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** A count as a number, good for comparing and drawing. */
export function count(value) {
  return Number(value ?? 0);
}

/** 1,234,567; exact for texts of any length. */
export function number(value) {
  return GROUPED.format(typeof value === 'string' ? BigInt(value) : Math.round(value ?? 0));
}

/** 12.3k */
export function short(value) {
  const amount = count(value);
  for (const [unit, size] of [['T', 1e12], ['G', 1e9], ['M', 1e6], ['k', 1e3]]) {
    if (Math.abs(amount) >= (size === 1e3 ? 1e4 : size)) {
      return trimmed(amount / size) + unit;
    }
  }
  return Number.isInteger(amount) ? number(amount) : trimmed(amount);
}

function trimmed(amount) {
  const digits = Math.abs(amount) >= 100 ? 0 : Math.abs(amount) >= 10 ? 1 : 2;
  return String(Number(amount.toFixed(digits)));
}

/** 12.3k/s; what is less than a hundredth is nothing. */
export function rate(perSecond) {
  return (Math.abs(perSecond ?? 0) < 0.01 ? '0' : short(Number(perSecond))) + '/s';
}

/** Seconds of a Duration in JSON, such as "1.5s"; NaN for none. */
export function seconds(duration) {
  return duration ? Number.parseFloat(duration) : Number.NaN;
}

/** 250 ms, 3.2 s, 4 min, 2 h 5 min, 3 d 4 h; "–" for none. Takes a Duration or seconds. */
export function duration(value) {
  const time = typeof value === 'number' ? value : seconds(value);
  if (Number.isNaN(time)) {
    return '–';
  }
  if (time < 1) {
    return time === 0 ? '0 s' : Math.max(1, Math.round(time * 1000)) + ' ms';
  }
  if (time < 60) {
    return trimmed(time) + ' s';
  }
  const minutes = Math.floor(time / 60);
  if (minutes < 60) {
    return minutes < 10 ? pair(minutes, 'min', Math.floor(time % 60), 's') : minutes + ' min';
  }
  const hours = Math.floor(minutes / 60);
  if (hours < 24) {
    return pair(hours, 'h', minutes % 60, 'min');
  }
  return pair(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

function pair(large, unit, small, smallUnit) {
  return small === 0 ? `${number(large)} ${unit}` : `${number(large)} ${unit} ${small} ${smallUnit}`;
}

/** How long ago a Timestamp is. */
export function age(timestamp, now = Date.now()) {
  return timestamp ? duration(Math.max(0, (now - Date.parse(timestamp)) / 1000)) : '–';
}

/** The local time of a Timestamp. */
export function time(timestamp) {
  return timestamp ? new Date(timestamp).toLocaleString() : '–';
}

/** 12.3 MiB */
export function size(value) {
  let amount = count(value);
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  while (Math.abs(amount) >= 1024 && unit < units.length - 1) {
    amount /= 1024;
    unit++;
  }
  return trimmed(amount) + ' ' + units[unit];
}
