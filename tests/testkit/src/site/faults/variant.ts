import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '@site/releases/store/files.ts';
import { isolateFile, type Pointer, type ReleaseManifest } from '@site/shared/contract/release.ts';
import { copyRelease } from '../../releases/variant.ts';

/** How a variant's code differs from the original release. */
export interface CodeChange {
  /** Statements to run when the code loads. */
  readonly atLoad?: string;
  /** An expression in terms of `page` that replaces each exposed page of a remote. */
  readonly page?: string;
  /** Statements that the shell runs on the server when it renders its footer, in terms of `url`, the rendered address. */
  readonly footer?: string;
}

/** How a variant differs from the original release. Its hashes are always correct. */
export interface VariantChange {
  readonly server?: CodeChange;
  readonly browser?: CodeChange;
  readonly manifest?: Partial<ReleaseManifest>;
  /** What it says of its contents, such as its texts, by file. */
  readonly contents?: Readonly<Record<string, string>>;
  /** Origin that serves the files to browsers instead of the site. */
  readonly origin?: string;
}

/** Statements that end the process that runs them, as a full heap does. */
export const crash = 'for (const all = [];;) all.push(new Array(1e6).fill(0));';

let variants = 0;

/**
 * Puts a variant of an app into a store, without any of the checks of publishing.
 *
 * @param from store with the original: the live version
 */
export async function addVariant(from: string, app: string, change: VariantChange, store = from): Promise<string> {
  const { version: original } = await readPointer(from, app);
  const version = `variant-${process.pid}-${++variants}-${app}`;
  await copyRelease(join(from, app, original), join(store, app, version), (manifest) => {
    const publicPath = change.origin ? `${change.origin}/${app}/${version}/web/` : `/assets/${app}/${version}/`;
    return {
      manifest: { version, publicPath, ...change.manifest },
      edit: (path, text) => {
        if (path.endsWith('.json')) return change.contents?.[path] ?? text;
        const code = path.endsWith('.css') ? text : text.replaceAll(manifest.publicPath, publicPath);
        if (path === manifest.server || path === isolateFile) return changeServer(code, change.server);
        return path === `web/${manifest.entry}` ? changeBrowser(code, change.browser) : code;
      },
    };
  });
  return version;
}

/** Makes the first version live, and the others its predecessors, without any checks. */
export async function setLive(store: string, app: string, ...versions: [string, ...string[]]): Promise<void> {
  const since = new Date().toISOString();
  const [live, ...previous] = versions.map((version) => ({ version, since }));
  // At once: a server that follows the store never reads half a pointer.
  await writeAtomically(join(store, app, 'current.json'), JSON.stringify({ ...live, previous }));
}

/** The version that is live in a store. */
export const liveVersion = async (store: string, app: string): Promise<string> =>
  (await readPointer(store, app)).version;

/** Changes a file of a version, so that its hash is wrong. */
export const tamper = (file: string): Promise<void> => appendFile(file, '\n;globalThis.tampered = true;');

const readPointer = async (store: string, app: string): Promise<Pointer> =>
  JSON.parse(await readFile(join(store, app, 'current.json'), 'utf8')) as Pointer;

/** Replaces the footer's element with a component. */
function changeFooter(code: string, statements: string): string {
  const element = /(?<=jsxs?\)\()([`'"])footer\1(?=,)/g;
  if (!element.test(code)) throw new Error('The shell renders no footer element any more: change this variant.');
  // A process receives its jobs as objects, an isolate as JSON.
  const listener = `{
    const note = (message) => { if (message?.job) globalThis.renderedUrl = message.job.request.url; return message; };
    globalThis.process?.on?.('message', note);
    const { parse } = JSON;
    JSON.parse = (...values) => note(parse(...values));
  }\n`;
  const footer = `(({ children }) => { const url = globalThis.renderedUrl; ${statements}; return children; })`;
  return listener + code.replaceAll(element, () => footer);
}

/** Defines `changed`, which replaces a container's `get`. */
const changedGet = (page: string) =>
  `const changed = async (name) => { const open = await original(name); return () => { const page = open().default; return { default: ${page} }; }; };`;

function changeServer(original: string, { atLoad = '', page, footer }: CodeChange = {}): string {
  const code = footer === undefined ? original : changeFooter(original, footer);
  if (!page) return atLoad + code;
  return `${atLoad}${code}\n{ const original = module.exports.get; ${changedGet(page)} module.exports = { get: changed }; }`;
}

function changeBrowser(code: string, { atLoad = '', page }: CodeChange = {}): string {
  if (!page) return atLoad + code;
  const exported = /export\s*\{\s*(\w+) as get\s*,\s*(\w+) as init\s*\};?\s*$/;
  const changed = (_: string, get: string, init: string) =>
    `const original = ${get}; ${changedGet(page)} export { changed as get, ${init} as init };`;
  return atLoad + code.replace(exported, changed);
}
