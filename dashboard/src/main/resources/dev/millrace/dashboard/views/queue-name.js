/**
 * Names of queues as calls and patterns take them. Data: a queue { group, name } as the interface has it.
 */

const PATTERN_BYTES_MAX = 256;
const ENDS_CHARACTERS = 30;
const NAME_BYTES_MAX = 512;
const DEAD = '.dead';

/** A regular expression that matches a name and nothing else; one too long for that also matches names like it. */
export function patternOf(name) {
  return hasPattern(name) ? quoted(name) : `${quoted(ends(name)[0])}.*${quoted(ends(name)[1])}`;
}

/** Whether a pattern can name this queue alone. */
export function hasPattern(name) {
  return bytesOf(quoted(name)) <= PATTERN_BYTES_MAX;
}

function ends(name) {
  const characters = Array.from(name);
  return [characters.slice(0, ENDS_CHARACTERS).join(''), characters.slice(-ENDS_CHARACTERS).join('')];
}

function quoted(text) {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');
}

function bytesOf(text) {
  return new TextEncoder().encode(text).length;
}

export function isSame(one, other) {
  return Boolean(one && other) && one.name === other.name && (one.group ?? '') === (other.group ?? '');
}

/** Where a queue's tasks go when their attempts are used up; null when they go nowhere. */
export function deadLettersOf(queue, policy) {
  const named = policy?.dead_letter_queue ?? '';
  if (named !== '') {
    return named === queue.name ? null : { group: queue.group, name: named };
  }
  return queue.name.endsWith(DEAD) ? null : { group: queue.group, name: cutTo(queue.name, NAME_BYTES_MAX - DEAD.length) + DEAD };
}

function cutTo(name, bytesMax) {
  const characters = Array.from(name);
  while (bytesOf(characters.join('')) > bytesMax) {
    characters.pop();
  }
  return characters.join('');
}

/** A name in a sentence, with its group if it has one. */
export function queueWords(queue) {
  return queue.group ? `“${queue.name}” of group “${queue.group}”` : `“${queue.name}”`;
}
