/**
 * The public interface of the node that served this page, and nothing else.
 *
 * Data: the token of a person in sessionStorage, so that it ends with the tab; the CSRF token of the node, read again
 * when the node has been started anew.
 * Seams: `call`, `look` and `live`; `whenLocked` is told when the node asks for a token.
 */

const TOKEN_KEY = 'millrace-token';
const RETRY_MILLIS_MIN = 500;
const RETRY_MILLIS_MAX = 15000;

/** Why a call failed: `code` of docs/protocol.md, or OFFLINE when the node didn't answer. */
export class Problem extends Error {
  constructor(code, message, status = 0) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

let csrfToken = null;
let locked = () => {};

/** Sets what is done when a token is missing or wrong. */
export function whenLocked(action) {
  locked = action;
}

export function signIn(token) {
  sessionStorage.setItem(TOKEN_KEY, token);
}

export function signOut() {
  sessionStorage.removeItem(TOKEN_KEY);
}

export function isSignedIn() {
  return sessionStorage.getItem(TOKEN_KEY) !== null;
}

/** Calls an RPC by its name in an address, such as `update`, with its request as JSON. */
export async function call(name, request = {}, options = {}) {
  try {
    return await post(name, request, options);
  } catch (problem) {
    // Another start of the node has another token; a refusal for lack of rights has another code.
    if (problem.status !== 403 || problem.code !== 'INVALID') {
      throw problem;
    }
    csrfToken = null;
    return post(name, request, options);
  }
}

async function post(name, request, options) {
  const headers = { 'content-type': 'application/json', 'millrace-csrf-token': await csrf() };
  const response = await ask('/v1/' + name, { ...options, method: 'POST', headers, body: JSON.stringify(request) });
  return response.json();
}

async function csrf() {
  csrfToken ??= (await look('/v1/csrf-token')).token;
  return csrfToken;
}

/** Looks at an address with parameters, such as `/v1/queues` and `{ regex: 'a.*' }`. */
export async function look(path, parameters = {}, options = {}) {
  return (await ask(address(path, parameters), options)).json();
}

/** The same for what is text, such as `/metrics`. */
export async function lookText(path, parameters = {}, options = {}) {
  return (await ask(address(path, parameters), options)).text();
}

function address(path, parameters) {
  const query = Object.entries(parameters)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => encodeURIComponent(name) + '=' + encodeURIComponent(value))
    .join('&');
  return query ? path + '?' + query : path;
}

async function ask(path, options) {
  const headers = new Headers(options.headers);
  const token = sessionStorage.getItem(TOKEN_KEY);
  if (token !== null) {
    headers.set('authorization', 'Bearer ' + token);
  }
  let response;
  try {
    response = await fetch(path, { ...options, headers });
  } catch (failure) {
    if (failure.name === 'AbortError') {
      throw failure;
    }
    throw new Problem('OFFLINE', 'the node does not answer');
  }
  if (response.ok) {
    return response;
  }
  const problem = await response.json().catch(() => ({ code: 'INTERNAL', message: response.statusText }));
  if (response.status === 401) {
    locked(problem);
  }
  throw new Problem(problem.code, problem.message, response.status);
}

/**
 * Listens to server-sent events; fetch rather than EventSource, which can send no token. Goes on after a break, and
 * tells `onEvent('offline', problem)` meanwhile.
 */
export function live(path, parameters, onEvent) {
  const end = new AbortController();
  listen(path, parameters, onEvent, end.signal);
  return { close: () => end.abort() };
}

async function listen(path, parameters, onEvent, signal) {
  for (let wait = RETRY_MILLIS_MIN; !signal.aborted; wait = Math.min(2 * wait, RETRY_MILLIS_MAX)) {
    try {
      const response = await ask(address(path, parameters), { signal });
      await readEvents(response.body, (name, data) => {
        wait = RETRY_MILLIS_MIN;
        onEvent(name, data);
      }, signal);
      throw new Problem('OFFLINE', 'the node ended the stream');
    } catch (failure) {
      if (signal.aborted) {
        return;
      }
      onEvent('offline', failure);
    }
    await new Promise((resume) => setTimeout(resume, wait));
  }
}

async function readEvents(stream, onEvent, signal) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done || signal.aborted) {
      return;
    }
    const events = (rest + value).split('\n\n');
    rest = events.pop();
    for (const event of events) {
      const fields = Object.fromEntries(event.split('\n').map((line) => line.split(/: (.*)/s)));
      onEvent(fields.event, JSON.parse(fields.data));
    }
  }
}

/** Bytes as JSON has them (base64), as an array, and as text. */
export const bytes = {
  fromBase64: (text) => Uint8Array.from(atob(text ?? ''), (c) => c.charCodeAt(0)),
  toBase64(array) {
    let binary = '';
    for (let i = 0; i < array.length; i += 8192) {
      binary += String.fromCharCode(...array.subarray(i, i + 8192));
    }
    return btoa(binary);
  },
  fromText: (text) => new TextEncoder().encode(text),
  /** The text, or null if the bytes aren't UTF-8. */
  toText(array) {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(array);
    } catch {
      return null;
    }
  },
};
