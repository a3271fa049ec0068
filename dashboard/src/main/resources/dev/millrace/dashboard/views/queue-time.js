/**
 * Times as they are typed and as the interface carries them. Data: "1.5s" on the wire; "90", "500ms", "5m", "2h", "1d", "1y"
 * as people type them.
 */
import { Mistake } from './queue-dialog.js';

const UNIT_SECONDS = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400, y: 31_557_600 };

/** What was typed as a wire duration; null for nothing. */
export function wireDuration(typed, what) {
  const text = typed.trim();
  if (text === '') {
    return null;
  }
  const match = /^(\d+(?:\.\d+)?)\s*(ms|[smhdy]?)$/.exec(text);
  if (!match) {
    throw new Mistake(`${what}: “${text}” is not a time. Write 500ms, 30s, 5m, 2h or 1d.`);
  }
  const seconds = Number(match[1]) * UNIT_SECONDS[match[2] || 's'];
  return `${Number(seconds.toFixed(3))}s`;
}

/** Seconds of a wire duration; null when it is absent. */
export function seconds(wire) {
  return wire === undefined || wire === null ? null : Number.parseFloat(wire);
}

/** A wire duration as somebody would type it. */
export function typed(wire) {
  const value = seconds(wire);
  if (value === null || value === 0) {
    return '';
  }
  for (const unit of ['d', 'h', 'm', 's']) {
    if (value >= UNIT_SECONDS[unit] && Number.isInteger(value / UNIT_SECONDS[unit])) {
      return `${value / UNIT_SECONDS[unit]}${unit}`;
    }
  }
  return value < 1 ? `${Math.round(value * 1000)}ms` : `${value}s`;
}

/** A moment of the wire, short: the time of today, with the date else. */
export function moment(timestamp) {
  const time = new Date(timestamp);
  const clock = time.toLocaleTimeString([], { hour12: false });
  return time.toDateString() === new Date().toDateString()
    ? clock
    : `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${clock}`;
}

function two(number) {
  return String(number).padStart(2, '0');
}

/** How far a moment is from now, in seconds; later ones are positive. */
export function secondsUntil(timestamp) {
  return (new Date(timestamp).getTime() - Date.now()) / 1000;
}
