/** Samples over time in a ring: the oldest make room for the newest, so that a page may stay open for weeks. */
export class Series {
  constructor(capacity = 300) {
    this.capacity = capacity;
    this.samples = [];
  }

  /** Adds a sample: a time in milliseconds and its values. */
  push(at, values) {
    this.samples.push({ at, values });
    if (this.samples.length > this.capacity) {
      this.samples.shift();
    }
  }

  get length() {
    return this.samples.length;
  }

  get last() {
    return this.samples[this.samples.length - 1];
  }

  /** The values of one line, the oldest first. */
  line(index) {
    return this.samples.map((sample) => sample.values[index]);
  }

  /** Samples not older than so many seconds before the last. */
  within(seconds) {
    const from = (this.last?.at ?? 0) - seconds * 1000;
    return this.samples.filter((sample) => sample.at >= from);
  }
}
