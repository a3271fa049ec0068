/**
 * The shell of the dashboard: which page is shown, the theme, and who is signed in.
 *
 * Data: the hash of the address names the page and its parameters; the theme is in localStorage. Seams: each page is a
 * module in views/ with `show(main, parameters)`, which returns what stops it.
 */
import { isSignedIn, look, Problem, signIn, signOut, whenLocked } from './api.js';
import { el, fill, formDialog, text } from './dom.js';

const PAGES = [
  ['', 'Overview', 'overview'],
  ['queues', 'Queues', 'queues'],
  ['server', 'Server', 'server'],
  ['workers', 'Workers', 'workers'],
  ['cluster', 'Cluster', 'cluster'],
  ['spread', 'Spread', 'spread'],
];
const HIDDEN_PAGES = { queue: 'queue' };
const THEMES = ['auto', 'light', 'dark'];
const THEME_KEY = 'millrace-theme';

const main = document.getElementById('main');
let stop = () => {};
let turn = 0;
let asking = null;

/** The page and its parameters: #/queue/<group>/<name>?a=b */
function place() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [page, ...rest] = path.split('/');
  return { page, path: rest.map(decoded), query: new URLSearchParams(query) };
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

async function go() {
  const mine = ++turn;
  stop();
  stop = () => {};
  const at = place();
  const view = PAGES.find(([hash]) => hash === at.page)?.[2] ?? HIDDEN_PAGES[at.page];
  markNavigation(at.page === 'queue' ? 'queues' : at.page);
  if (view === undefined) {
    fill(main, el('section', { class: 'card empty' }, el('h1', {}, 'There is no such page'), el('p', {}, el('a', { href: '#/' }, 'To the overview'))));
    return;
  }
  main.setAttribute('aria-busy', 'true');
  const room = el('div', { class: 'view view-' + view });
  try {
    const { show } = await import(`./views/${view}.js`);
    if (mine !== turn) {
      return;
    }
    fill(main, room);
    const end = await show(room, { group: at.path[0] ?? '', name: at.path[1] ?? '', path: at.path, query: at.query });
    if (mine === turn) {
      stop = end ?? (() => {});
    } else {
      end?.();
    }
  } catch (failure) {
    if (mine === turn && failure.status !== 401) {
      fill(main, el('section', { class: 'card empty' }, el('h1', {}, 'This page can’t be shown'), el('p', {}, text(failure.message))));
    }
  } finally {
    main.removeAttribute('aria-busy');
  }
}

function markNavigation(page) {
  document.title = (PAGES.find(([hash]) => hash === page)?.[1] ?? 'Queue') + ' · Millrace';
  fill(
    document.getElementById('navigation'),
    PAGES.map(([hash, title]) => el('a', { href: '#/' + hash, 'aria-current': hash === page ? 'page' : undefined }, title)),
  );
}

function setTheme(theme) {
  const button = document.getElementById('theme');
  document.documentElement.dataset.theme = theme;
  localStorage.setItem(THEME_KEY, theme);
  button.textContent = { auto: '◐', light: '☀', dark: '☾' }[theme];
  button.setAttribute('aria-label', 'Theme: ' + theme);
  button.title = 'Theme: ' + theme;
}

/** Asks for a token, once however many looks were refused, and shows the page again. */
async function unlock(problem) {
  asking ??= formDialog(
    'Sign in',
    [{ name: 'token', label: 'Token', type: 'password', required: true }],
    { lines: [isSignedIn() ? problem.message : 'This node asks for a token: docs/security.md tells how to make one. It is kept until this tab is closed.'], submit: 'Sign in' },
  );
  const mine = asking;
  const values = await mine;
  if (asking !== mine) {
    return;
  }
  asking = null;
  if (values === null) {
    stop();
    fill(main, el('section', { class: 'card empty' }, el('h1', {}, 'Signed out'), el('p', {}, el('button', { class: 'primary', onclick: go }, 'Sign in'))));
  } else {
    signIn(values.token.trim());
    start();
  }
}

async function heartbeat() {
  const sign = document.getElementById('connection');
  try {
    await look('/ready');
    sign.className = 'connection good';
    sign.textContent = 'ready';
  } catch (failure) {
    const isOffline = failure instanceof Problem && failure.code === 'OFFLINE';
    sign.className = 'connection ' + (isOffline ? 'bad' : 'warn');
    sign.textContent = isOffline ? 'offline' : failure.message;
  }
}

function start() {
  document.getElementById('sign-out').hidden = !isSignedIn();
  go();
}

setTheme(localStorage.getItem(THEME_KEY) ?? 'auto');
document.getElementById('theme').addEventListener('click', () => {
  setTheme(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length]);
});
document.getElementById('sign-out').addEventListener('click', () => {
  signOut();
  start();
});
whenLocked(unlock);
addEventListener('hashchange', () => {
  go();
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
});
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
start();
heartbeat();
setInterval(heartbeat, 5000);
