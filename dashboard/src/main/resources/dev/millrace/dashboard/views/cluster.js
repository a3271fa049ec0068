/** The place of a part that is still to come. */
import { el } from '../dom.js';

export async function show(main) {
  main.append(el('section', { class: 'card empty' }, el('h1', {}, 'Cluster'), el('p', {}, 'One node serves all queues today. With more nodes, this page shows which of them owns which slots.')));
}
