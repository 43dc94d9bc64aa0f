// @ts-check
/** A person’s key in the browser: from its file, or kept so that it can sign and nobody can copy it. It is never sent. */

/**
 * @typedef {object} OpenKey
 * @property {string} public as TRUSTED_KEYS has it
 * @property {CryptoKey} private not extractable
 */

const algorithm = 'Ed25519';

/**
 * Why keys can’t be used here; undefined where they can.
 *
 * @returns {Promise<'insecure' | 'unsupported' | undefined>}
 */
export async function obstacle() {
  if (!globalThis.crypto?.subtle) return 'insecure';
  try {
    await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
    return undefined;
  } catch {
    return 'unsupported';
  }
}

/** A file that holds no key to sign with. Its message names the text that says why. */
export class KeyFileError extends Error {
  /** @param {'encrypted' | 'public' | 'other' | 'damaged'} reason */
  constructor(reason) {
    super(`The file is no key: ${reason}.`);
    this.reason = reason;
  }
}

/**
 * Opens the private key in a file, as `site keys new` writes it.
 *
 * @param {string} text
 * @returns {Promise<OpenKey>}
 */
export async function openKey(text) {
  const bytes = bytesIn(text);
  try {
    // Only a key that can be copied says which public key it has. It is forgotten at once; the one that stays can’t.
    const copied = await crypto.subtle.importKey('pkcs8', bytes, algorithm, true, ['sign']);
    const { x = '' } = await crypto.subtle.exportKey('jwk', copied);
    return { public: x, private: await crypto.subtle.importKey('pkcs8', bytes, algorithm, false, ['sign']) };
  } catch {
    throw new KeyFileError('other');
  } finally {
    bytes.fill(0);
  }
}

/** @param {string} text */
function bytesIn(text) {
  const [, kind, content = ''] = /-----BEGIN ([A-Z ]+)-----([^-]*)-----END /.exec(text.replaceAll('\\n', '\n')) ?? [];
  if (kind === 'ENCRYPTED PRIVATE KEY' || content.includes('Proc-Type')) throw new KeyFileError('encrypted');
  if (kind === 'PUBLIC KEY') throw new KeyFileError('public');
  if (kind !== 'PRIVATE KEY') throw new KeyFileError('other');
  try {
    return Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  } catch {
    throw new KeyFileError('damaged');
  }
}

/**
 * Signs a text.
 *
 * @param {OpenKey} key
 * @param {string} text
 */
export const sign = async ({ private: key }, text) =>
  new Uint8Array(await crypto.subtle.sign(algorithm, key, new TextEncoder().encode(text)));

/** The key that this browser keeps for the room; undefined without one, or where it keeps nothing. */
export const keptKey = () =>
  inStore('readonly', (store) => store.get(only)).then(
    (kept) => /** @type {OpenKey | undefined} */ (kept),
    () => undefined,
  );

/**
 * Keeps a key in this browser, in place of another one.
 *
 * @param {OpenKey} key
 */
export const keepKey = (key) => inStore('readwrite', (store) => store.put(key, only));

/** Forgets the kept key. */
export const forgetKey = () => inStore('readwrite', (store) => store.delete(only));

const only = 'key';

/**
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest} use
 * @returns {Promise<unknown>}
 */
async function inStore(mode, use) {
  const opening = indexedDB.open('control-room', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('keys');
  await done(opening);
  try {
    return await done(use(opening.result.transaction('keys', mode).objectStore('keys')));
  } finally {
    opening.result.close();
  }
}

/**
 * @param {IDBRequest} request
 * @returns {Promise<unknown>}
 */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
