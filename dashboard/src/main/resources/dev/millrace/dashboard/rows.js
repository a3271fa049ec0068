/**
 * The rows of a listing of queues, found by their number in it, whichever of many thousand is asked for.
 *
 * The node gives pages one after the other, each with a token for the next. So the first half of a listing is walked from
 * its beginning, and the second half from its end, in the reversed order; walks remember the tokens that they met. A walk
 * over many rows takes large pages of sizes only; the rows that are shown come with their rates.
 *
 * Data: tokens by block of 100 rows, and a bounded number of blocks. Seams: `Listing` with `row`, `has` and `read`.
 */
import { look } from './api.js';

export const BLOCK = 100;
const LEAP = 10;
const BLOCKS_MAX = 40;

/** A shorter listing is walked from its beginning only. */
const SHORT = 1000;

/** How long a place in a changing order is trusted: the farther it is, the dearer is another walk. */
const TRUST_MILLIS = 10_000;
const TRUST_MILLIS_PER_BLOCK = 1000;

/** One direction of a listing. */
class Walk {
  constructor(question, isReversed) {
    this.question = { ...question, descending: Boolean(question.descending) !== isReversed };
    this.tokens = new Map([[0, { text: '', until: Infinity }]]);
    this.blocks = new Map();
  }

  row(index) {
    return this.blocks.get(Math.floor(index / BLOCK))?.[index % BLOCK];
  }

  /** Reads a block; `goesOn` is asked between the steps of a long walk. Tells the last reply, if there was one. */
  async read(block, goesOn, signal) {
    let reply = null;
    for (let from = this.nearest(block); goesOn(); from = this.nearest(block)) {
      const isLeap = block - from >= LEAP;
      if (isLeap) {
        await this.step('/v1/queues', from, LEAP, signal);
      } else {
        reply = await this.step('/v1/stats', from, 1, signal);
        this.keep(from, reply.queues);
        if (from === block) {
          return reply;
        }
      }
      if (!this.tokens.has(from + (isLeap ? LEAP : 1))) {
        // The listing has become shorter.
        return reply;
      }
    }
    return reply;
  }

  nearest(block) {
    let best = 0;
    for (const [known, { until }] of this.tokens) {
      if (known <= block && known > best && until > Date.now()) {
        best = known;
      }
    }
    return best;
  }

  async step(path, from, blocks, signal) {
    const reply = await look(path, { ...this.question, page_size: blocks * BLOCK, page_token: this.tokens.get(from).text }, { signal });
    if (reply.next_page_token) {
      const trust = TRUST_MILLIS + (from + blocks) * TRUST_MILLIS_PER_BLOCK;
      const isSteady = this.question.sort === 'NAME';
      this.tokens.set(from + blocks, { text: reply.next_page_token, until: isSteady ? Infinity : Date.now() + trust });
    } else {
      this.tokens.delete(from + blocks);
    }
    return reply;
  }

  keep(block, queues) {
    this.blocks.delete(block);
    this.blocks.set(block, queues);
    if (this.blocks.size > BLOCKS_MAX) {
      this.blocks.delete(this.blocks.keys().next().value);
    }
  }
}

/** A listing: the question is that of /v1/stats without its page. */
export class Listing {
  constructor(question) {
    this.matching = 0;
    this.total = null;
    this.forward = new Walk(question, false);
    this.backward = new Walk(question, true);
    this.end = new AbortController();
    this.wanted = 0;
  }

  close() {
    this.end.abort();
  }

  /** The first row that is counted from the end. */
  get border() {
    return this.matching <= SHORT ? this.matching : Math.ceil(this.matching / 2);
  }

  /** The row with this number, or undefined as long as it isn't there. */
  row(index) {
    return index < this.border ? this.forward.row(index) : this.backward.row(this.matching - 1 - index);
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

  /** Reads the rows from `first` to `last`, again if they are there; stops when others are asked for meanwhile. */
  async read(first, last) {
    const mine = ++this.wanted;
    const goesOn = () => mine === this.wanted && !this.end.signal.aborted;
    const { matching, border } = this;
    if (matching === 0) {
      await this.readWalk(this.forward, 0, 0, goesOn);
      return goesOn();
    }
    if (first < border) {
      await this.readWalk(this.forward, first, Math.min(last, border - 1), goesOn);
    }
    if (last >= border) {
      await this.readWalk(this.backward, matching - 1 - last, matching - 1 - Math.max(first, border), goesOn);
    }
    return goesOn();
  }

  async readWalk(walk, first, last, goesOn) {
    for (let block = Math.floor(Math.max(0, first) / BLOCK); block <= Math.floor(last / BLOCK) && goesOn(); block++) {
      const reply = await walk.read(block, goesOn, this.end.signal);
      if (reply !== null) {
        this.matching = Number(reply.matching);
        this.total = reply.total;
      }
    }
  }
}
