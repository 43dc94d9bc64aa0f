import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { contentText, packagesFile, textsFile } from '@site/releases/contents.ts';
import { FaultLog } from '@site/releases/FaultLog.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import type { PrunableStore } from '@site/releases/store/ReleaseStore.ts';
import { RolloutLog } from '@site/rollouts/RolloutLog.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { type AppOverrides, declaredPage, newFolder } from '@site/testkit/releases/fixtures.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import { roomLimits } from '../limits.ts';
import { readComparison } from './comparison.ts';
import { StoreReader } from './StoreReader.ts';

async function readerOf(signed: SignedStore, store: PrunableStore = signed.store): Promise<StoreReader> {
  const folder = await newFolder();
  return new StoreReader({
    store,
    trust: signed.trust(),
    faults: new FaultLog(folder),
    rollouts: new RolloutLog(folder),
    policy: openPolicy,
  });
}

/** Publishes two versions of the blog, and compares the second one with the first. */
async function compared(before: AppOverrides, after: AppOverrides) {
  const signed = await SignedStore.create();
  await signed.release({ ...before, version: 'version-2' });
  await signed.release({ ...after, version: 'version-3' });
  const comparison = await readComparison(await readerOf(signed), 'blog', 'version-3');
  if (!comparison) throw new Error('There is a version-3.');
  expect(comparison.before?.version).toBe('version-2');
  return comparison;
}

const texts = (language: string, entries: Readonly<Record<string, string>>) => ({
  [textsFile(language)]: contentText(new Map(Object.entries(entries))) ?? '',
});

const packages = (entries: Readonly<Record<string, { readonly version: string; readonly bytes: number }>>) => ({
  [packagesFile]: contentText(new Map(Object.entries(entries))) ?? '',
});

test('texts that were added, removed and changed are found, those of all languages side by side', async () => {
  const { contents } = await compared(
    { extra: { ...texts('en', { a: 'One', b: 'Two', same: 'Same' }), ...texts('fr', { a: 'Un', same: 'Pareil' }) } },
    {
      extra: {
        ...texts('en', { a: 'First', c: 'Three', same: 'Same' }),
        ...texts('fr', { a: 'Premier', same: 'Pareil' }),
      },
    },
  );
  expect(contents.texts).toEqual([
    { key: 'a', language: 'en', before: 'One', after: 'First' },
    { key: 'a', language: 'fr', before: 'Un', after: 'Premier' },
    { key: 'c', language: 'en', before: undefined, after: 'Three' },
    { key: 'b', language: 'en', before: 'Two', after: undefined },
  ]);
});

test('what a menu says and a page shows from the same text stands there once', async () => {
  const page = (title: string) => {
    const words = { title, description: title };
    return [declaredPage({ name: 'blog', path: 'blog', words: { en: words, fr: words, es: words } })];
  };
  const { changes, contents } = await compared(
    { pages: page('News'), extra: texts('en', { 'routes.blog.title': 'News', lead: 'News' }) },
    { pages: page('Articles'), extra: texts('en', { 'routes.blog.title': 'Articles', lead: 'Reports' }) },
  );
  expect(changes.texts).toContainEqual({ key: 'blog title', language: 'en', before: 'News', after: 'Articles' });
  expect(contents.texts?.map(({ key }) => key)).toEqual(['lead']);
});

test('a version that says nothing of its texts leaves them unknown, and its packages without bytes', async () => {
  const extra = {
    ...texts('en', { a: 'One' }),
    ...packages({ zod: { version: '4.2.0', bytes: 14_000 }, tiny: { version: '1.0.0', bytes: 900 } }),
  };
  const { contents } = await compared({ packages: { zod: '4.1.0' } }, { packages: { zod: '4.2.0' }, extra });
  expect(contents).toEqual({
    texts: undefined,
    packages: [
      {
        name: 'zod',
        before: { version: '4.1.0', bytes: undefined },
        after: { version: '4.2.0', bytes: undefined },
      },
    ],
  });
});

test('packages are compared by version and bytes, those first that grow or shrink most', async () => {
  const { contents } = await compared(
    {
      extra: packages({
        zod: { version: '4.1.0', bytes: 14_000 },
        same: { version: '1.0.0', bytes: 500 },
        gone: { version: '1.0.0', bytes: 3_000 },
      }),
    },
    {
      extra: packages({
        zod: { version: '4.2.0', bytes: 14_010 },
        same: { version: '1.0.0', bytes: 503 },
        leaflet: { version: '1.9.4', bytes: 42_000 },
      }),
    },
  );
  expect(contents.packages).toEqual([
    { name: 'leaflet', before: undefined, after: { version: '1.9.4', bytes: 42_000 } },
    { name: 'gone', before: { version: '1.0.0', bytes: 3_000 }, after: undefined },
    { name: 'zod', before: { version: '4.1.0', bytes: 14_000 }, after: { version: '4.2.0', bytes: 14_010 } },
  ]);
});

test('texts that no build writes are not known: too large, not texts, or other ones than were signed', async () => {
  const good = texts('en', { a: 'One' });
  for (const bad of ['x'.repeat(600_000), '{"a":{"b":"c"}}', '{']) {
    const { contents } = await compared({ extra: good }, { extra: { [textsFile('en')]: bad } });
    expect(contents.texts, bad.slice(0, 20)).toBeUndefined();
  }
  const signed = await SignedStore.create();
  await signed.release({ version: 'version-2', extra: good });
  await signed.release({ version: 'version-3', extra: texts('en', { a: 'Two' }) });
  await writeFile(join(signed.store.location, 'blog/version-3', textsFile('en')), '{"a":"Six"}');
  const comparison = await readComparison(await readerOf(signed), 'blog', 'version-3');
  expect(comparison?.contents.texts).toBeUndefined();
});

test('more languages than anyone reads are not compared', async () => {
  const large = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`key${index}`, 'x'.repeat(19_000)]));
  const all = Array.from({ length: 12 }, (_, index) => texts(`l${index}`, large));
  const extra = Object.assign({}, ...all) as Record<string, string>;
  expect(Object.values(extra).join('').length).toBeGreaterThan(roomLimits.catalogues.read);
  const { contents } = await compared({ extra: texts('en', { a: 'One' }) }, { extra });
  expect(contents.texts).toBeUndefined();
});

/** A store that remembers which files were read. */
class WatchedStore extends FolderStore {
  readonly opened: string[] = [];

  override async file(app: string, version: string, path: string): Promise<Buffer> {
    this.opened.push(`${version}/${path}`);
    return await super.file(app, version, path);
  }
}

test('only the languages that differ are read, and each once', async () => {
  const signed = await SignedStore.create();
  const extra = { ...texts('en', { a: 'One' }), ...texts('fr', { a: 'Un' }) };
  await signed.release({ version: 'version-2', extra });
  await signed.release({ version: 'version-3', extra: { ...extra, ...texts('fr', { a: 'Deux' }) } });
  const store = new WatchedStore(signed.store.location);
  const reader = await readerOf(signed, store);
  const look = async () => (await readComparison(reader, 'blog', 'version-3'))?.contents.texts;
  expect(await look()).toEqual([{ key: 'a', language: 'fr', before: 'Un', after: 'Deux' }]);
  const ofTexts = () => store.opened.filter((path) => path.includes('texts/')).sort();
  expect(ofTexts()).toEqual(['version-2', 'version-3'].map((version) => `${version}/${textsFile('fr')}`));
  await look();
  expect(ofTexts()).toHaveLength(2);
});
