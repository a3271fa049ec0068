/**
 * The data of one task, as text, JSON or hex. Data: a Uint8Array of a stranger; all of it goes into the page as text.
 * Seam: `payload` gives an element. What is long is cut, and shown whole on demand.
 */
import { bytes } from '../api.js';
import { el } from '../dom.js';
import { size } from '../format.js';
import { segments } from './queue-segments.js';
import { bestKind, hexRows, isJson, seen } from './queue-text.js';
import { prettyJson } from './queue-json.js';

const SHOWN_BYTES_MAX = 16 * 1024;
const COLOURED_TOKENS_MAX = 20_000;

/** An element that shows data, with a choice of how. */
export function payload(data) {
  const text = bytes.toText(data);
  const canBeJson = text !== null && isJson(text);
  const place = el('div', { class: 'payload-place' });
  let kind = bestKind(data);
  let isWhole = false;

  const draw = () => {
    const shown = isWhole ? data : data.subarray(0, SHOWN_BYTES_MAX);
    const rest = data.length - shown.length;
    place.replaceChildren(
      ...(data.length === 0 ? [el('p', { class: 'muted' }, 'No data: 0 bytes.')] : [drawn(kind, data, shown)]),
      ...(rest > 0 && kind !== 'json' ? [more(rest)] : []),
    );
  };
  const more = (rest) =>
    el('button', { type: 'button', class: 'small', onclick: () => { isWhole = true; draw(); } },
      `Show the other ${size(rest)}`);

  const choice = segments('Show data as', [
    ['text', 'Text'],
    ['json', 'JSON', canBeJson ? null : 'The data is not JSON'],
    ['hex', 'Hex'],
  ], kind, (chosen) => { kind = chosen; draw(); });

  draw();
  return el('section', { class: 'payload', 'aria-label': 'Data' },
    el('div', { class: 'payload-bar' },
      choice.element,
      el('span', { class: 'muted' }, `${size(data.length)}${text === null ? ', not UTF-8' : ''}`)),
    place);
}

function drawn(kind, data, shown) {
  if (kind === 'hex') {
    return hexTable(shown);
  }
  const pre = el('pre', { class: `payload-data payload-${kind}`, tabindex: '0', 'aria-label': `Data as ${kind}` });
  if (kind === 'json') {
    pre.append(...jsonNodes(new TextDecoder().decode(data)));
  } else {
    pre.textContent = seen(new TextDecoder().decode(shown).replaceAll('\r\n', '\n'));
  }
  return pre;
}

function jsonNodes(text) {
  const tokens = prettyJson(text);
  if (tokens.length > COLOURED_TOKENS_MAX) {
    return [document.createTextNode(seen(tokens.map((token) => token.text).join('')))];
  }
  return tokens.map((token) =>
    token.kind === 'mark' ? document.createTextNode(token.text) : el('span', { class: `json-${token.kind}` }, seen(token.text)));
}

function hexTable(data) {
  const rows = hexRows(data, data.length);
  const column = (name, part) => el('span', { class: `hex-${name}` }, rows.map((row) => row[part]).join('\n'));
  return el('pre', { class: 'payload-data payload-hex', tabindex: '0', 'aria-label': 'Data as hex' },
    column('offset', 'offset'), column('bytes', 'bytes'), column('text', 'text'));
}
