import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { addresses, everyAddress } from '@site/testkit/site/addresses.ts';
import { liveVersion } from '@site/testkit/site/faults/variant.ts';
import { type Answer, ask, unescapeHtml } from '@site/testkit/site/http.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { expect, test } from '../support/serverTest.ts';

/** A script or style sheet, with its address and integrity. */
interface PromisedFile {
  readonly address: string;
  readonly integrity: string;
}

/** All scripts or style sheets of the live releases. */
async function filesOf(kind: 'js' | 'css'): Promise<PromisedFile[]> {
  const files = ['shell', 'marketing', 'blog', 'contact'].map(async (app) => {
    const file = join(testedReleases, app, await liveVersion(testedReleases, app), 'release.json');
    const { publicPath, files: all } = JSON.parse(await readFile(file, 'utf8')) as ReleaseManifest;
    const folders = { 'web/': publicPath, 'public/': '/' };
    return Object.entries(all).flatMap(([path, { integrity }]) =>
      Object.entries(folders)
        .filter(([folder]) => path.startsWith(folder) && path.endsWith(`.${kind}`))
        .map(([folder, at]) => ({ address: at + path.slice(folder.length), integrity })),
    );
  });
  return (await Promise.all(files)).flat();
}

const integrityOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** The integrity of scripts in a document's import map, by address. */
function importMapOf({ body }: Answer): Readonly<Record<string, string>> {
  const [, map = '{"integrity":{}}'] = /<script type="importmap">(.*?)<\/script>/.exec(body) ?? [];
  return (JSON.parse(map) as { integrity: Record<string, string> }).integrity;
}

/** Attributes of the links to style sheets in a document and its frames. */
const linksOf = ({ body }: Answer): Record<string, string>[] =>
  [...`${body}${unescapeHtml(body)}`.matchAll(/<link\b([^>]*rel="stylesheet"[^>]*)>/g)].map(([, attributes = '']) =>
    Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value])),
  );

const pages = [...everyAddress.map(({ path }) => path), `${addresses.en.team}?boundaries`];

test('every document has the integrity of every script of the site, and every script matches it', async ({ site }) => {
  const scripts = await filesOf('js');
  expect(scripts.length).toBeGreaterThan(20);
  for (const { address, integrity } of scripts)
    expect(integrityOf((await ask(site, address)).body), address).toBe(integrity);
  for (const path of pages) {
    const answer = await ask(site, path);
    const { body } = answer;
    const promises = importMapOf(answer);
    expect(promises, path).toMatchObject(Object.fromEntries(scripts.map((file) => [file.address, file.integrity])));
    // The document names no script without integrity.
    const [, modules = ''] = /data-modules="([^"]*)"/.exec(body) ?? [];
    const [, entry = ''] = /data-entry="([^"]*)"/.exec(body) ?? [];
    for (const named of [entry, ...modules.split(' ')]) expect(promises[named], `${path}: ${named}`).toBeDefined();
    expect(body, `${path} has all others inline`).not.toMatch(/<script[^>]*\ssrc=/);
  }
});

test('every style sheet has its integrity in a document or a script, and matches it', async ({ site }) => {
  const documents = await Promise.all(['/', ...pages].map((path) => ask(site, path)));
  const links = documents.flatMap(linksOf);
  for (const { href, integrity } of links) expect(integrity, href).toMatch(/^sha256-/);
  const linked = new Map(links.map(({ href, integrity }) => [href?.split('?')[0], integrity]));
  const scripts = await Promise.all((await filesOf('js')).map(async ({ address }) => (await ask(site, address)).body));
  const sheets = await filesOf('css');
  expect(sheets.length).toBeGreaterThan(8);
  for (const { address, integrity } of sheets) {
    expect(integrityOf((await ask(site, address)).body), address).toBe(integrity);
    if (linked.has(address)) expect(linked.get(address), address).toBe(integrity);
    const isPromised = linked.has(address) || scripts.some((script) => script.includes(`"${integrity}"`));
    expect(isPromised, `${address} is promised`).toBe(true);
  }
});

test('the security policy of a document has the hashes of its inline scripts and styles', async ({ site }) => {
  for (const path of ['/', ...pages]) {
    const { body, headers } = await ask(site, path);
    const policy = headers.get('content-security-policy') ?? '';
    const inline = [...body.matchAll(/<(script|style)\b([^>]*)>(.*?)<\/\1>/gs)].filter(
      ([, , attributes]) => !/type="application\//.test(attributes ?? ''),
    );
    expect(inline.length, path).toBeGreaterThan(1);
    for (const [, element, , text = ''] of inline) {
      const hash = createHash('sha256').update(text).digest('base64');
      const directive = new RegExp(`${element}-src [^;]*'sha256-${RegExp.escape(hash)}'`);
      expect(policy, `${path}: ${element} ${text.slice(0, 40)}`).toMatch(directive);
    }
  }
});
