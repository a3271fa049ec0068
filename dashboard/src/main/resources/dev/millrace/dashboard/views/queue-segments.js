/**
 * A choice of one among few, side by side. Data: options [value, label]. Radio buttons inside, so that arrow keys and
 * screen readers know it. Seam: `choose(value)` sets it without telling; `note(value, text)` puts a number behind a label.
 */
import { el } from '../dom.js';

let groups = 0;

export function segments(label, options, value, onChoice) {
  const group = `segments-${groups++}`;
  const inputs = new Map();
  const notes = new Map();
  const one = ([key, name, why]) => {
    const input = el('input', { type: 'radio', name: group, value: key, onchange: () => onChoice(key) });
    input.checked = key === value;
    input.disabled = Boolean(why);
    const note = el('span', { class: 'segment-note' });
    inputs.set(key, input);
    notes.set(key, note);
    return el('label', { class: 'segment', title: why }, input, el('span', { class: 'segment-face' }, name, note));
  };
  return {
    element: el('fieldset', { class: 'segments' }, el('legend', { class: 'unseen' }, label), options.map(one)),
    choose: (key) => { inputs.get(key).checked = true; },
    note: (key, words) => { notes.get(key).textContent = words; },
  };
}
