import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { copyRelease } from '@site/testkit/releases/variant.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { ask } from '@site/testkit/site/http.ts';
import type { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import { expect, test } from './releaseTest.ts';

type Properties = NonNullable<ReleaseManifest['properties']>;

/** A shell whose components have another name for `lead`. */
async function renamedLead(store: ReleaseStore, describe: (properties: Properties) => Properties): Promise<string> {
  const folder = await temporaryFolder('renamed');
  await copyRelease(join(store.folder, 'shell', await store.live('shell')), folder, ({ properties = {} }) => ({
    manifest: { version: 'renamed-1', properties: describe(properties) },
    edit: (_path, code) => code.replaceAll(/\blead\b/g, 'subtitle'),
  }));
  return folder;
}

test('while live pages use a property that a new shell lacks, visitors keep the earlier shell', async ({
  store,
  ownSite,
}) => {
  const folder = await renamedLead(store, ({ PageHeader = [], ...others }) => ({
    ...others,
    PageHeader: PageHeader.filter((name) => name !== 'lead'),
  }));
  const before = (await ask(ownSite, '/en/services')).body;
  const published = await store.run(['publish', 'shell', '--folder', folder, '--promote']);
  expect(published.stdout).toMatch(
    /it waits, .* blog@\w+ uses `lead` of PageHeader, which shell@renamed-1 doesn’t have/,
  );
  const list = async () => (await store.run(['list'])).stdout;
  await expect.poll(list).toMatch(/● renamed-1 +live .*FAULTY\n.* RELEASE-SINGLETON: shell@renamed-1 waits /);
  expect((await ask(ownSite, '/en/services')).body).toBe(before);
});

test('a shell that renames a property is refused when other teams’ pages lose texts, unless its owner accepts that', async ({
  store,
}) => {
  // As for releases that don't say which properties they use.
  const folder = await renamedLead(store, () => ({}));
  const publish = ['publish', 'shell', '--folder', folder];
  const refused = await store.run(publish);
  expect(refused).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('RELEASE-LOSS Pages lose texts'),
  });
  expect(refused.stderr).toMatch(/ \/en\/services \(marketing\): “.+”; /);
  expect(refused.stderr).toMatch(/ \/fr\/blog \(blog\): “.+”/);
  expect(await readdir(join(store.folder, 'shell'))).not.toContain('renamed-1');

  const accepted = await store.run([...publish, '--accept-loss']);
  expect(accepted).toMatchObject({ code: 0, stdout: expect.stringContaining('Accepted: Pages lose texts') });
});
