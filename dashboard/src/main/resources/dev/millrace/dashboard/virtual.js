/**
 * A table of any number of rows, of which only those in sight are elements. Elements of rows that leave are used for rows
 * that come. A page can be only so high: beyond that, a pixel of the scrollbar stands for more than one of the rows.
 *
 * Data: none of its own but the place that is in sight. Seams: `columns` of {key, title, sort?, number?, make?, set}; `onRange`
 * is told which rows are in sight, `onSort` which column was chosen; `row(index)` gives the data of a row, or undefined.
 */
import { el } from './dom.js';

const ROW = 36;
const HEIGHT_MAX = 8_000_000;
const BEYOND = 4;

export class VirtualTable {
  constructor({ label, columns, row, onRange, onSort }) {
    Object.assign(this, { columns, row, onRange, count: 0, shown: new Map(), spare: [], range: [0, 0] });
    this.heads = columns.map((column) => this.head(column, onSort));
    this.space = el('div', { class: 'rows', role: 'rowgroup' });
    this.table = el(
      'div',
      { class: 'virtual', role: 'table', 'aria-label': label, tabindex: 0 },
      el('div', { class: 'row heads', role: 'row', 'aria-rowindex': 1 }, this.heads),
      this.space,
    );
    this.element = this.table;
    this.table.addEventListener('scroll', () => this.later(), { passive: true });
    this.table.addEventListener('keydown', (event) => this.key(event));
    this.resized = new ResizeObserver(() => this.later());
    this.resized.observe(this.table);
  }

  close() {
    this.resized.disconnect();
  }

  head(column, onSort) {
    const title = column.sort
      ? el('button', { type: 'button', class: 'quiet', onclick: () => onSort(column) }, column.title)
      : column.title;
    return el('div', { class: `cell c-${column.key}` + (column.number ? ' number' : ''), role: 'columnheader' }, title);
  }

  /** Marks the column that the rows are sorted by. */
  mark(sort, isDescending) {
    this.columns.forEach((column, i) => {
      const isSorted = column.sort === sort;
      if (column.sort) {
        this.heads[i].setAttribute('aria-sort', isSorted ? (isDescending ? 'descending' : 'ascending') : 'none');
      }
    });
  }

  resize(count) {
    if (count !== this.count) {
      this.count = count;
      this.table.setAttribute('aria-rowcount', count + 1);
      this.space.style.setProperty('height', Math.min(count * ROW, HEIGHT_MAX) + 'px');
    }
    this.draw();
  }

  toTop() {
    this.table.scrollTop = 0;
  }

  later() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.draw();
    });
  }

  /** How many rows fit, and which one is at the top, in parts of a row. */
  place() {
    const room = Math.max(ROW, this.table.clientHeight - ROW);
    const fit = room / ROW;
    const height = Math.min(this.count * ROW, HEIGHT_MAX);
    const isExact = this.count * ROW <= HEIGHT_MAX;
    const top = isExact
      ? this.table.scrollTop / ROW
      : (this.table.scrollTop / Math.max(1, height - room)) * Math.max(0, this.count - fit);
    return { fit, top };
  }

  draw() {
    const { fit, top } = this.place();
    const first = Math.max(0, Math.floor(top) - BEYOND);
    const last = Math.min(this.count - 1, Math.ceil(top + fit) + BEYOND);
    for (const [index, line] of this.shown) {
      if (index < first || index > last) {
        this.release(index, line);
      }
    }
    for (let index = first; index <= last; index++) {
      this.drawRow(index, this.table.scrollTop + (index - top) * ROW);
    }
    this.spare.forEach((line) => line.element.remove());
    this.spare = [];
    this.range = [Math.max(0, Math.floor(top)), Math.max(0, Math.min(this.count - 1, Math.floor(top + fit)))];
    if (this.count > 0) {
      this.onRange(...this.range);
    }
  }

  release(index, line) {
    if (line.element.contains(document.activeElement)) {
      this.table.focus({ preventScroll: true });
    }
    this.shown.delete(index);
    this.spare.push(line);
  }

  drawRow(index, top) {
    let line = this.shown.get(index);
    if (line === undefined) {
      line = this.spare.pop() ?? this.line();
      this.shown.set(index, line);
      line.element.setAttribute('aria-rowindex', index + 2);
      line.element.dataset.index = index;
      if (!line.element.isConnected) {
        this.space.append(line.element);
      }
    }
    line.element.style.setProperty('transform', `translateY(${top}px)`);
    const data = this.row(index);
    line.element.classList.toggle('waiting', data === undefined);
    if (data !== undefined) {
      this.columns.forEach((column, i) => column.set(line.cells[i], data, line));
    }
  }

  line() {
    const cells = this.columns.map((column) =>
      el('div', { class: `cell c-${column.key}` + (column.number ? ' number' : ''), role: 'cell' }, column.make?.()),
    );
    return { cells, element: el('div', { class: 'row', role: 'row' }, cells) };
  }

  /** Arrows go from row to row, Page, Home and End as everywhere. */
  key(event) {
    const { fit } = this.place();
    const focused = document.activeElement?.closest('.row[data-index]');
    const at = focused ? Number(focused.dataset.index) : null;
    const page = Math.max(1, Math.floor(fit) - 1);
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.count, End: this.count };
    if (moves[event.key] === undefined || event.ctrlKey || event.metaKey || event.altKey || this.count === 0) {
      return;
    }
    event.preventDefault();
    const from = at ?? (event.key === 'ArrowDown' ? this.range[0] - 1 : this.range[0]);
    this.focus(Math.min(this.count - 1, Math.max(0, from + moves[event.key])));
  }

  focus(index) {
    const { fit, top } = this.place();
    if (index < top || index > top + fit - 1) {
      const target = index < top ? index : index - fit + 1;
      const room = this.table.clientHeight - ROW;
      const height = Math.min(this.count * ROW, HEIGHT_MAX);
      this.table.scrollTop = this.count * ROW <= HEIGHT_MAX ? target * ROW : (target / (this.count - fit)) * (height - room);
      this.draw();
    }
    this.shown.get(index)?.element.querySelector('a')?.focus({ preventScroll: true });
  }
}
