/**
 * The dialog of every action: what will happen in words, the fields that it needs, and the failure if it fails.
 * Data: a question { title, lines, fields, verb, danger, run }. `lines` may be a function of the values typed so far, so that
 * the words always say what will happen. Seam: `run(values)` acts; a Problem that it throws is shown with its code and the
 * dialog stays. Invariant: nothing is done before the button that names the action is pressed.
 */
import { el } from '../dom.js';

let dialogs = 0;

/** Resolves with what `run` gave, or with undefined when the dialog was left. */
export function ask(question) {
  const opener = document.activeElement;
  const id = `ask-${dialogs++}`;
  const fields = (question.fields ?? []).map((field) => control(field, id));
  const words = el('div', { class: 'ask-words', id: `${id}-words`, 'aria-live': 'polite' });
  const failure = el('div', { class: 'ask-failure', role: 'alert' });
  const act = el('button', { type: 'submit', class: question.danger ? 'danger' : 'primary' }, question.verb);
  const leave = el('button', { type: 'button' }, 'Go back');
  const form = el('form', { class: 'ask-form', method: 'dialog', novalidate: true },
    el('h2', { id: `${id}-title` }, question.title),
    words,
    ...fields.map((field) => field.row),
    failure,
    el('div', { class: 'buttons' }, leave, act));
  const dialog = el('dialog', { class: 'ask', 'aria-labelledby': `${id}-title`, 'aria-describedby': `${id}-words` }, form);

  const values = () => Object.fromEntries(fields.map((field) => [field.name, field.value()]));
  const refresh = () => {
    const now = values();
    const lines = typeof question.lines === 'function' ? question.lines(now) : question.lines;
    const next = lines.filter(Boolean);
    if (next.join('\n') !== words.dataset.shown) {
      words.dataset.shown = next.join('\n');
      words.replaceChildren(...next.map((line) => el('p', {}, line)));
    }
    fields.forEach((field) => field.refresh(now));
    act.disabled = question.allows ? !question.allows(now) : false;
  };

  return new Promise((resolve) => {
    let result;
    const close = () => dialog.close();
    leave.addEventListener('click', close);
    form.addEventListener('input', refresh);
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (act.disabled) {
        return;
      }
      act.disabled = true;
      dialog.setAttribute('aria-busy', 'true');
      failure.replaceChildren();
      try {
        result = (await question.run(values())) ?? true;
        close();
      } catch (problem) {
        failure.replaceChildren(...failureNodes(problem));
      } finally {
        dialog.removeAttribute('aria-busy');
        act.disabled = false;
      }
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      (opener?.isConnected ? opener : document.querySelector('main h1'))?.focus?.();
      resolve(result);
    });
    refresh();
    document.body.append(dialog);
    dialog.showModal();
    (fields[0]?.input ?? leave).focus();
  });
}

/** A failure in words: the code of a Problem, then its message. */
export function failureNodes(problem) {
  return [
    el('strong', { class: 'problem-code' }, problem.code ?? 'FAILED'),
    el('span', { class: 'problem-message' }, problem.message || 'The node gave no reason.'),
  ];
}

/** What is wrong with what was typed; it is shown as a Problem is. */
export class Mistake extends Error {
  constructor(message) {
    super(message);
    this.code = 'CHECK WHAT YOU TYPED';
  }
}

function control(field, dialogId) {
  const id = `${dialogId}-${field.name}`;
  const input = element(field, id);
  const hint = el('span', { class: 'help', id: `${id}-hint` }, field.hint ?? '');
  const label = el('label', { for: id }, field.label);
  const row = field.kind === 'check'
    ? el('div', { class: 'field check' }, input, label, hint)
    : el('div', { class: field.half ? 'field half' : 'field' }, label, input, hint);
  return {
    name: field.name,
    input,
    row,
    value: () => (field.kind === 'check' ? input.checked : input.value),
    refresh: (values) => {
      row.hidden = field.when ? !field.when(values) : false;
    },
  };
}

function element(field, id) {
  const shared = { id, name: field.name, 'aria-describedby': `${id}-hint`, autocomplete: 'off', spellcheck: 'false' };
  if (field.kind === 'area') {
    const area = el('textarea', { ...shared, rows: '6' });
    area.value = field.value ?? '';
    return area;
  }
  if (field.kind === 'choice') {
    const select = el('select', shared, ...field.options.map(([value, label]) => el('option', { value }, label)));
    select.value = field.value ?? field.options[0][0];
    return select;
  }
  const input = el('input', { ...shared, type: field.kind === 'check' ? 'checkbox' : 'text', inputmode: field.inputmode ?? null });
  if (field.kind === 'check') {
    input.checked = field.value === true;
  } else {
    input.value = field.value ?? '';
  }
  return input;
}
