import { expect, onTestFinished, rstest, test } from '@rstest/core';
import { signRelease } from '@site/releases/signing/signatures.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import type { StoredRecord } from '@site/releases/store/files.ts';
import { newFolder, publishApp } from '@site/testkit/releases/fixtures.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import { roomLimits } from '../limits.ts';
import { DescribedVersions } from './DescribedVersions.ts';

/** A store that remembers what came of each look at a manifest. */
class WatchedStore extends FolderStore {
  readonly looks: ('read' | 'unchanged' | 'missing')[] = [];

  override async readChanged(
    ...given: Parameters<FolderStore['readChanged']>
  ): Promise<StoredRecord | 'unchanged' | undefined> {
    const found = await super.readChanged(...given);
    this.looks.push(found === 'unchanged' ? found : found ? 'read' : 'missing');
    return found;
  }
}

const described = (store: FolderStore) => new DescribedVersions(store, async () => ({ at: '' }));

/** Lets time pass. */
function pass(milliseconds: number): void {
  const now = Date.now() + milliseconds;
  rstest.spyOn(Date, 'now').mockReturnValue(now);
  onTestFinished(() => {
    rstest.restoreAllMocks();
  });
}

test('a manifest is parsed once, also for pages at the same time, and looked at again now and then', async () => {
  const store = new WatchedStore(await newFolder());
  await publishApp(store, { version: 'version-1' });
  pass(60_000);
  const versions = described(store);
  const both = await Promise.all([versions.of('blog', 'version-1'), versions.of('blog', 'version-1')]);
  expect(both[0]?.version).toBe('version-1');
  await versions.of('blog', 'version-1');
  expect(store.looks).toEqual(['read']);
  pass(roomLimits.described.time + 60_000);
  expect(await versions.of('blog', 'version-1')).toBe(both[0]);
  await versions.of('blog', 'version-1');
  expect(store.looks).toEqual(['read', 'unchanged']);
});

test('a version that was signed again is described with its present key', async () => {
  const signed = await SignedStore.create();
  const store = new FolderStore(signed.store.location);
  const versions = described(store);
  expect((await versions.of('blog', 'version-1'))?.signedBy).toBe(signed.key('blog').public);
  const next = await signed.addKey('next', 'blog');
  await store.replaceManifest(signRelease(await store.manifest('blog', 'version-1'), next));
  pass(roomLimits.described.time + 60_000);
  expect((await versions.of('blog', 'version-1'))?.signedBy).toBe(next.public);
});

test('what is missing, damaged or another version is not described', async () => {
  const store = new FolderStore(await newFolder());
  await publishApp(store, { version: 'version-1' });
  const versions = described(store);
  expect(await versions.of('blog', 'version-2')).toBeUndefined();
  await store.replaceManifest({ ...(await store.manifest('blog', 'version-1')), contract: 0.5 });
  expect(await versions.of('blog', 'version-1')).toBeUndefined();
});
