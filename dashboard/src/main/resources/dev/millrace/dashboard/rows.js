/**
 * The rows of a listing of queues, found by their number in it, whichever of many thousand is asked for: the node begins a
 * page at any of them.
 *
 * Data: a bounded number of blocks of 100 rows, those read last. One request is under way at most; it is dropped when other
 * rows are asked for. Seams: `Listing` with `row`, `has` and `read`.
 */
import { look } from './api.js';

const BLOCK = 100;
const BLOCKS_MAX = 40;

/** A listing: the question is that of /v1/stats without its page. */
export class Listing {
  constructor(question) {
    this.question = question;
    this.matching = 0;
    this.total = null;
    this.blocks = new Map();
    this.underWay = new AbortController();
  }

  close() {
    this.underWay.abort();
  }

  /** The row with this number, or undefined as long as it isn't there. */
  row(index) {
    return this.blocks.get(Math.floor(index / BLOCK))?.[index % BLOCK];
  }

  /** Whether all rows from `first` to `last` are there. */
  has(first, last) {
    for (let index = first; index <= last; index++) {
      if (this.row(index) === undefined) {
        return false;
      }
    }
    return true;
  }

  /** Reads the rows from `first` to `last`, again if they are there. False if others were asked for meanwhile. */
  async read(first, last) {
    this.underWay.abort();
    const mine = new AbortController();
    this.underWay = mine;
    const from = Math.floor(first / BLOCK);
    const blocks = Math.floor(last / BLOCK) - from + 1;
    const page = { page_size: blocks * BLOCK, skip: from * BLOCK };
    try {
      const reply = await look('/v1/stats', { ...this.question, ...page }, { signal: mine.signal });
      this.matching = Number(reply.matching);
      this.total = reply.total;
      for (let i = 0; i < blocks; i++) {
        this.keep(from + i, reply.queues.slice(i * BLOCK, (i + 1) * BLOCK));
      }
      return true;
    } catch (failure) {
      if (failure.name === 'AbortError') {
        return false;
      }
      throw failure;
    }
  }

  keep(block, queues) {
    this.blocks.delete(block);
    this.blocks.set(block, queues);
    if (this.blocks.size > BLOCKS_MAX) {
      this.blocks.delete(this.blocks.keys().next().value);
    }
  }
}
