/** The place of a part that is still to come. */
import { el } from '../dom.js';

export async function show(main) {
  main.append(el('section', { class: 'card empty' }, el('h1', {}, 'Workers'), el('p', {}, 'Worker pools are a part of Millrace that is still to come. Who holds which tasks is on the page of each queue.')));
}
