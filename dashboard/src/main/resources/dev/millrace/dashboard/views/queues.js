import { el } from '../dom.js';
export async function show(main) { main.append(el('h1', {}, 'queues')); }
