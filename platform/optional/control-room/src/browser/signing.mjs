// @ts-check
/**
 * Signs what a page of the control room proposes, with the reader’s own key, and sends the signed record to the room. It creates no markup
 * from strings, and sends nothing to anywhere else.
 */
import { forgetKey, KeyFileError, keepKey, keptKey, obstacle, openKey, sign } from './keys.mjs';
import { recordFacts, requestFacts } from './shownText.mjs';
import { base64, base64url, recordText, requestText } from './signedBytes.mjs';

/** @import { ActAnswer, SigningTask, RequestTask, SigningTexts } from '../pages/SigningTask.ts' */
/** @import { OpenKey } from './keys.mjs' */

const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (document.querySelector(selector));
const form = /** @type {HTMLFormElement} */ (find('#signing'));
const file = /** @type {HTMLInputElement} */ (find('#key-file'));
const keeps = /** @type {HTMLInputElement} */ (find('#key-keep'));
const outcome = find('#outcome');
/** @type {SigningTask | RequestTask} */
const task = JSON.parse(form.dataset.task ?? '');
/** @type {SigningTexts} */
const texts = JSON.parse(form.dataset.texts ?? '');
/** @type {Readonly<Record<string, string>>} */
const names = JSON.parse(form.dataset.keys ?? '');

/** @type {OpenKey | undefined} */
let key;
let isSending = false;

const problem = await obstacle();
if (problem) say('err', texts[problem]);
else await start();

async function start() {
  file.addEventListener('change', () => void choose());
  find('#key-forget').addEventListener('click', () => void forget());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
  use(await keptKey());
  form.hidden = false;
}

/** Shows what a key would sign, or asks for one. */
function use(/** @type {OpenKey | undefined} */ opened, isKept = opened !== undefined) {
  key = opened;
  find('#key-kept').hidden = !isKept;
  find('#key-new').hidden = isKept;
  find('#key-name').textContent = opened ? (names[opened.public] ?? opened.public) : '';
  file.required = !isKept;
  find('#signed').hidden = opened === undefined;
  if (!opened) return;
  find('#signed-facts').replaceChildren(
    ...factsOf(opened).map(([name, value]) => make('div', make('dt', name), make('dd', value))),
  );
}

/** What a key would sign. */
function factsOf(/** @type {OpenKey} */ opened) {
  const words = { texts, names };
  find('#signed-bytes').hidden = !('record' in task);
  if (!('record' in task)) return requestFacts({ ...task, authority: location.host, key: opened.public }, words);
  const text = recordText(task.kind, task.record, { key: opened.public, ...task.claims });
  find('#signed-text').textContent = text;
  return recordFacts(text, words);
}

async function choose() {
  const [chosen] = file.files ?? [];
  if (!chosen) return use(undefined, false);
  outcome.hidden = true;
  try {
    use(await openKey(await chosen.slice(0, 10_000).text()), false);
  } catch (error) {
    file.value = '';
    use(undefined, false);
    say('err', error instanceof KeyFileError ? texts[error.reason] : texts.damaged);
  }
}

async function forget() {
  await forgetKey();
  use(undefined);
  file.focus();
}

async function send() {
  if (!key || isSending) return;
  isSending = true;
  say('info', texts.sending);
  try {
    const response = await sendSigned(key);
    /** @type {Partial<ActAnswer>} */
    const answer = await response.json();
    const unkept = response.ok && !(await keepIfWanted(key)) ? [{ text: texts.unkept }] : [];
    for (const done of [form, find('.command')]) done.hidden = response.ok;
    say(response.ok ? 'ok' : 'err', answer.title ?? texts.unanswered, {
      ...answer,
      notes: [...(answer.notes ?? []), ...unkept],
    });
  } catch {
    say('err', texts.unanswered);
  } finally {
    isSending = false;
  }
}

/** Keeps the key, if its holder wants that; returns false where the browser can't, as in some private windows. */
async function keepIfWanted(/** @type {OpenKey} */ opened) {
  if (!keeps.checked || find('#key-new').hidden) return true;
  return await keepKey(opened).then(
    () => true,
    () => false,
  );
}

/** Signs the record or the request, and sends it to the room. */
async function sendSigned(/** @type {OpenKey} */ opened) {
  if (!('record' in task)) {
    const { method, path } = task;
    const signer = { key: opened.public, created: Math.floor(Date.now() / 1_000), nonce: nonce() };
    const { text, headers } = await requestText({ method, authority: location.host, path }, signer);
    const signature = `sig=:${base64(await sign(opened, text))}:`;
    return await fetch(path, { method, headers: { ...headers, signature }, redirect: 'error' });
  }
  const claims = { key: opened.public, ...task.claims };
  const value = base64url(await sign(opened, recordText(task.kind, task.record, claims)));
  return await fetch(task.to, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ record: { ...task.record, signature: { ...claims, value } }, replaced: task.replaced }),
    redirect: 'error',
  });
}

const nonce = () => base64url(crypto.getRandomValues(new Uint8Array(16)));

/** Says how it went, and leads whoever reads or listens to it there. */
function say(/** @type {string} */ kind, /** @type {string} */ title, /** @type {Partial<ActAnswer>} */ answer = {}) {
  const { notes = [], links = [] } = answer;
  const listed = notes.map(({ text, isEnglish }) => {
    const item = make('li', text);
    if (isEnglish) item.lang = outcome.dataset.errors ?? '';
    item.dir = 'auto';
    return item;
  });
  const leading = links.map(({ path, text }) => {
    const link = document.createElement('a');
    link.href = path;
    link.className = 'button quiet';
    link.append(text);
    return link;
  });
  outcome.className = `alert ${kind}`;
  outcome.replaceChildren(
    make('p', make('strong', title)),
    ...(listed.length > 0 ? [make('ul', ...listed)] : []),
    ...(leading.length > 0 ? [make('p', ...leading)] : []),
  );
  outcome.hidden = false;
  outcome.focus();
}

function make(/** @type {string} */ name, /** @type {(string | Node)[]} */ ...content) {
  const made = document.createElement(name);
  made.append(...content);
  return made;
}
