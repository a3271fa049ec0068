/**
 * Bytes as a person reads them. Data: Uint8Arrays, of strangers. Nothing here touches the page: what comes back is text,
 * with every character that would not be seen, or would change how its neighbours are seen, spelled out.
 */
import { bytes } from '../api.js';

const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u;
const UNSEEN_BUT_LAYOUT = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
const HEX_ROW_BYTES = 16;

export function hex(data) {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes that hexadecimal digits spell; null when they spell none. */
export function fromHex(digits) {
  const packed = digits.replace(/\s+/g, '').replace(/^0x/i, '');
  if (packed.length % 2 === 1 || !/^[0-9a-f]*$/i.test(packed)) {
    return null;
  }
  return Uint8Array.from(packed.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** A PID as text when all of it can be read, as hex else: { kind: 'empty' | 'text' | 'hex', text }. */
export function readablePid(pid) {
  if (pid.length === 0) {
    return { kind: 'empty', text: 'empty PID' };
  }
  const text = bytes.toText(pid);
  return text === null || UNSEEN.test(text) || text.trim() !== text
    ? { kind: 'hex', text: hex(pid) }
    : { kind: 'text', text };
}

/** A PID in a sentence. */
export function pidWords(pid) {
  const { kind, text } = readablePid(pid);
  return kind === 'text' ? `“${text}”` : kind === 'hex' ? `0x${text}` : 'with the empty PID';
}

/** Text with what can't be seen spelled as <U+202E>; line ends and tabs stay. */
export function seen(text) {
  return text.replace(UNSEEN_BUT_LAYOUT, (character) => {
    const code = character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0');
    return `<U+${code}>`;
  });
}

/** How data is best shown: 'json' for an object or a list, 'text' for what can be read, else 'hex'. */
export function bestKind(data) {
  const text = bytes.toText(data);
  if (text === null) {
    return 'hex';
  }
  if (isJson(text) && /^\s*[[{]/.test(text)) {
    return 'json';
  }
  return /(?![\n\t\r])\p{Cc}/u.test(text) ? 'hex' : 'text';
}

export function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The beginning of data in one line, for a table. */
export function preview(data, charactersMax) {
  const head = data.subarray(0, charactersMax * 4);
  const kind = bestKind(data);
  if (kind === 'hex') {
    const shown = head.subarray(0, Math.floor(charactersMax / 3));
    return cut(hex(shown).replace(/(..)(?=.)/g, '$1 '), charactersMax, data.length > shown.length);
  }
  const text = seen(new TextDecoder().decode(head).replace(/\s+/g, ' '));
  return cut(text, charactersMax, data.length > head.length);
}

function cut(text, charactersMax, isMore) {
  const characters = Array.from(text);
  return characters.length > charactersMax || isMore
    ? `${characters.slice(0, charactersMax).join('')}…`
    : text;
}

/** Rows of { offset, bytes, text } as a hex editor shows them. */
export function hexRows(data, bytesMax) {
  const rows = [];
  for (let at = 0; at < Math.min(data.length, bytesMax); at += HEX_ROW_BYTES) {
    const row = data.subarray(at, Math.min(at + HEX_ROW_BYTES, bytesMax));
    rows.push({
      offset: at.toString(16).padStart(8, '0'),
      bytes: Array.from(row, (byte, i) => byte.toString(16).padStart(2, '0') + (i === 7 ? ' ' : '')).join(' '),
      text: Array.from(row, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join(''),
    });
  }
  return rows;
}
