/**
 * The metrics of a node, read from the text format of Prometheus. Data: samples { labels, value } by name. Seam: a
 * Metrics answers for values and sums; `since(earlier)` for how fast what counts up does so.
 */

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

export function parseMetrics(text, at) {
  const samples = new Map();
  for (const line of text.split('\n')) {
    const match = line.startsWith('#') ? null : SAMPLE.exec(line);
    if (match) {
      const labels = Object.fromEntries([...(match[2] ?? '').matchAll(LABEL)].map(([, name, value]) => [name, value]));
      const list = samples.get(match[1]) ?? [];
      list.push({ labels, value: numberOf(match[3]) });
      samples.set(match[1], list);
    }
  }
  return new Metrics(samples, at);
}

function numberOf(text) {
  return text === '+Inf' ? Infinity : Number(text);
}

class Metrics {
  constructor(samples, at) {
    this.samples = samples;
    this.at = at;
  }

  /** All samples of a name whose labels have these values. */
  all(name, labels = {}) {
    return (this.samples.get(name) ?? []).filter((sample) =>
      Object.entries(labels).every(([key, value]) => sample.labels[key] === value));
  }

  /** Their sum; NaN when there is none. What a node doesn't know (-1, NaN) counts as nothing. */
  sum(name, labels) {
    const found = this.all(name, labels);
    return found.length === 0 ? Number.NaN : found.reduce((sum, { value }) => sum + (value > 0 ? value : 0), 0);
  }

  /** The values that a label of this name has. */
  labelled(name, label) {
    return [...new Set(this.all(name).map((sample) => sample.labels[label]))];
  }

  /** Per second since an earlier look; 0 when there was none or the node was started since. */
  perSecond(earlier, name, labels) {
    const seconds = earlier ? (this.at - earlier.at) / 1000 : 0;
    return seconds > 0 ? Math.max(0, (this.sum(name, labels) - earlier.sum(name, labels)) / seconds) || 0 : 0;
  }

  /** Mean seconds of a histogram since an earlier look; null when nothing happened. */
  meanSince(earlier, name, labels) {
    const counted = this.sum(`${name}_count`, labels) - (earlier?.sum(`${name}_count`, labels) ?? 0);
    const summed = this.sum(`${name}_sum`, labels) - (earlier?.sum(`${name}_sum`, labels) ?? 0);
    return counted > 0 && summed >= 0 ? summed / counted : null;
  }
}
