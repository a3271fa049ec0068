/**
 * Elements of the page. Names and payloads come from strangers: they become text nodes and nothing else, and no file
 * here uses innerHTML. What a reader can't see, or what turns the line around, is shown as its number.
 *
 * Seams: `el`, `text`, `confirmDialog`, `formDialog`, `toast`.
 */

const SVG = 'http://www.w3.org/2000/svg';
const SVG_TAGS = new Set(['svg', 'path', 'line', 'rect', 'circle', 'g', 'text-svg', 'polyline', 'title-svg']);

/** Control characters, marks of direction, invisible ones, lone surrogates. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u3164\uffa0]/gu;

/**
 * An element. Attributes: `class`, `data-…`, `aria-…` and so on as they are; `on…` takes a function; `style` an object of
 * properties; true, false and undefined set, or leave out, an attribute without a value.
 */
export function el(tag, attributes = {}, ...children) {
  const element = SVG_TAGS.has(tag)
    ? document.createElementNS(SVG, tag.replace('-svg', ''))
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith('on')) {
      if (typeof value === 'function') {
        element.addEventListener(name.slice(2).toLowerCase(), value);
      }
    } else if (name === 'style') {
      Object.entries(value).forEach(([property, one]) => element.style.setProperty(property, one));
    } else if (name === 'value') {
      element.value = value;
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== false && value !== undefined && value !== null) {
      element.setAttribute(name, String(value));
    }
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child instanceof Node) {
      element.append(child);
    } else if (child !== null && child !== undefined && child !== false) {
      element.append(document.createTextNode(String(child)));
    }
  }
}

/** Replaces all that is in an element. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** A text with all its characters visible: what has no shape is written as <U+202E>, in a span of its own. */
export function text(value) {
  const whole = String(value ?? '');
  const span = el('span', { class: 'text', dir: 'auto' });
  let from = 0;
  for (const match of whole.matchAll(HIDDEN)) {
    span.append(whole.slice(from, match.index), el('span', { class: 'hidden-character' }, visible(match[0])));
    from = match.index + match[0].length;
  }
  span.append(whole.slice(from));
  return span;
}

function visible(character) {
  return 'U+' + character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0');
}

/** The same where only a string will do, such as a title. */
export function plain(value) {
  return String(value ?? '').replace(HIDDEN, (character) => '<' + visible(character) + '>');
}

/** The name of a queue, with its group if it isn't the default one. */
export function queueName(queue) {
  const group = queue?.group ?? '';
  return el('span', { class: 'queue-name' }, group && [el('span', { class: 'group' }, text(group), '/')], text(queue?.name));
}

/** Where a queue is shown. */
export function queueHash(queue) {
  return '#/queue/' + encodeURIComponent(queue?.group ?? '') + '/' + encodeURIComponent(queue?.name ?? '');
}

/** Asks whether to do something. `lines` are texts or elements. */
export function confirmDialog(title, lines, danger = false) {
  return formDialog(title, [], { lines, danger, submit: danger ? 'Yes, do it' : 'OK' }).then((values) => values !== null);
}

/**
 * Asks for values. A field: {name, label, type?, value?, placeholder?, help?, required?, options?: [[value, label]]}, of
 * type text, textarea, number, password, checkbox or select. Resolves to {name: value}, or to null when it is cancelled.
 */
export function formDialog(title, fields, { lines = [], danger = false, submit = 'OK' } = {}) {
  return new Promise((resolve) => {
    const inputs = fields.map((field) => [field.name, input(field)]);
    const ok = el('button', { type: 'submit', class: danger ? 'danger' : 'primary' }, submit);
    const form = el(
      'form',
      { method: 'dialog' },
      el('h2', { id: 'dialog-title' }, title),
      lines.map((line) => (line instanceof Node ? line : el('p', {}, text(line)))),
      fields.map((field, i) => labelled(field, inputs[i][1])),
      el('div', { class: 'buttons' }, el('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel'), ok),
    );
    const dialog = el('dialog', { 'aria-labelledby': 'dialog-title' }, form);
    let values = null;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      values = Object.fromEntries(inputs.map(([name, one]) => [name, one.type === 'checkbox' ? one.checked : one.value]));
      dialog.close();
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(values);
    });
    document.body.append(dialog);
    dialog.showModal();
    (inputs[0]?.[1] ?? (danger ? dialog.querySelector('button[type=button]') : ok)).focus();
  });
}

function input(field) {
  const shared = { id: 'field-' + field.name, name: field.name, required: field.required, placeholder: field.placeholder };
  if (field.type === 'textarea') {
    return el('textarea', { ...shared, rows: 5, value: field.value ?? '' });
  }
  if (field.type === 'select') {
    const options = field.options.map(([value, label]) => el('option', { value }, label));
    const select = el('select', shared, options);
    select.value = field.value ?? field.options[0][0];
    return select;
  }
  if (field.type === 'checkbox') {
    const box = el('input', { ...shared, type: 'checkbox' });
    box.checked = Boolean(field.value);
    return box;
  }
  return el('input', { ...shared, type: field.type ?? 'text', autocomplete: 'off', spellcheck: 'false', step: 'any', value: field.value ?? '' });
}

function labelled(field, one) {
  return el(
    'div',
    { class: field.type === 'checkbox' ? 'field check' : 'field' },
    el('label', { for: one.id }, field.label),
    one,
    field.help && el('p', { class: 'help' }, field.help),
  );
}

/** Says something for a few seconds, to screen readers too. */
export function toast(message, kind = 'info') {
  const box = document.getElementById('toasts');
  const one = el('div', { class: 'toast ' + kind }, text(message));
  box.append(one);
  setTimeout(() => one.remove(), 6000);
}
