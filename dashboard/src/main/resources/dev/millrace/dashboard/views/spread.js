/** The place of a part that is still to come. */
import { el } from '../dom.js';

export async function show(main) {
  main.append(el('section', { class: 'card empty' }, el('h1', {}, 'Spread'), el('p', {}, 'Spreading work over many queues is a part of Millrace that is still to come. Its state will be shown here.')));
}
