/**
 * JSON laid out for reading, token by token: numbers and strings stay exactly as they were sent, however large. Data: a
 * text that is JSON. Seam: `prettyJson` gives tokens, each a { kind, text }; who shows them makes elements of them.
 */

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g;
const INDENT = '  ';

/** Tokens with white space between them that shows the structure. */
export function prettyJson(text) {
  const raw = text.match(TOKEN) ?? [];
  const tokens = [];
  let depth = 0;
  const line = () => `\n${INDENT.repeat(Math.min(depth, 64))}`;
  raw.forEach((token, i) => {
    const next = raw[i + 1];
    if (token === '{' || token === '[') {
      const closes = next === '}' || next === ']';
      depth += closes ? 0 : 1;
      tokens.push({ kind: 'mark', text: closes ? token : token + line() });
    } else if (token === '}' || token === ']') {
      const isEmpty = raw[i - 1] === '{' || raw[i - 1] === '[';
      depth -= isEmpty ? 0 : 1;
      tokens.push({ kind: 'mark', text: isEmpty ? token : line() + token });
    } else if (token === ',') {
      tokens.push({ kind: 'mark', text: token + line() });
    } else if (token === ':') {
      tokens.push({ kind: 'mark', text: ': ' });
    } else {
      tokens.push({ kind: kindOf(token, next), text: token });
    }
  });
  return tokens;
}

function kindOf(token, next) {
  if (token.startsWith('"')) {
    return next === ':' ? 'key' : 'string';
  }
  return /^[tfn]/.test(token) ? 'word' : 'number';
}
