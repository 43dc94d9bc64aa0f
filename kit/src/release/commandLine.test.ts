import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@rstest/core';
import { promote } from '@site/releases/operations/promote.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { newFolder, publishApp } from '@site/testkit/releases/fixtures.ts';
import { startStaticHost } from '@site/testkit/site/staticHost.ts';
import { runCommandLine } from './commandLine.ts';

let folder: string;
const { RELEASES, DATA_DIR } = process.env;

beforeEach(async () => {
  folder = await newFolder();
  Object.assign(process.env, { RELEASES: folder, DATA_DIR: await newFolder() });
  const store = new FolderStore(folder);
  await publishApp(store, { name: 'shell', version: 'shell-1' });
  await publishApp(store, { version: 'version-1' });
  await promote(store, 'blog', 'version-1');
});

afterEach(() => {
  for (const [name, value] of Object.entries({ RELEASES, DATA_DIR }))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
});

/** The result of a refused command: nothing but the reason, which starts with its code, and an exit code. */
const refused = (code: number, errorCode: string) => ({
  code,
  stdout: '',
  stderr: expect.stringMatching(new RegExp(`^${errorCode} `)),
});

describe('an impossible command ends with the reason and an exit code', () => {
  for (const [words, code, errorCode] of [
    ['promote blog variant-9', 1, 'RELEASE-UNKNOWN'],
    ['promote blog ../shell', 1, 'RELEASE-NAME'],
    ['preview blog variant-9', 1, 'RELEASE-UNKNOWN'],
    ['preview shell variant-9', 2, 'RELEASE-USAGE'],
    ['rollback blog', 1, 'RELEASE-NOTHING-BEFORE'],
    ['publish kiosk', 1, 'RELEASE-NAME'],
    ['publish blog --folder /nowhere --no-browser', 1, 'RELEASE-UNBUILT'],
    ['publish', 2, 'RELEASE-USAGE'],
    ['promote blog', 2, 'RELEASE-USAGE'],
    ['publish blog contact', 2, 'RELEASE-USAGE'],
    ['prune blog', 2, 'RELEASE-USAGE'],
    ['prune --last=', 2, 'RELEASE-USAGE'],
    ['rollback blog variant-9 variant-8', 2, 'RELEASE-USAGE'],
    ['promote blog variant-9 --folder dist/blog', 2, 'RELEASE-USAGE'],
    ['prune --last many', 2, 'RELEASE-USAGE'],
    ['promote blog version-1 --share 10%', 1, 'RELEASE-STEPS'],
    ['promote shell shell-1 --share 10%', 1, 'RELEASE-STEPS'],
    ['promote blog version-1 --share 0%', 2, 'RELEASE-USAGE'],
    ['promote blog version-1 --share most', 2, 'RELEASE-USAGE'],
    ['promote blog version-1 --watch', 2, 'RELEASE-USAGE'],
    ['promote blog version-1 --share 10% --watch --views few', 2, 'RELEASE-USAGE'],
    ['promote blog version-1 --share 10% --watch --step soon', 2, 'RELEASE-USAGE'],
    ['list --everything', 2, 'RELEASE-USAGE'],
    ['toString', 2, 'RELEASE-USAGE'],
  ] as const) {
    test(words, async () => {
      expect(await runCommandLine(words.split(' '))).toEqual(refused(code, errorCode));
    });
  }

  test('a mistyped RELEASES', async () => {
    process.env.RELEASES = `${folder}s`;
    const nowhere = await runCommandLine(['publish', 'shell']);
    expect(nowhere).toEqual(refused(1, 'RELEASE-STORE'));
    expect(nowhere.stderr).toContain(`${folder}s`);
    await expect(access(`${folder}s`), 'no second store is made').rejects.toThrow('ENOENT');
    process.env.RELEASES = 'e2e';
    expect(await runCommandLine(['prune'])).toEqual(refused(1, 'RELEASE-STORE'));
  });

  test('a store behind an HTTP origin without a release service can only be read', async () => {
    await writeFile(join(folder, '404.html'), 'Not found');
    const host = await startStaticHost(folder);
    process.env.RELEASES = host.origin;
    expect(await runCommandLine(['list'])).toEqual(refused(1, 'RELEASE-READ-ONLY'));
    expect(await runCommandLine(['prune'])).toEqual(refused(1, 'RELEASE-READ-ONLY'));
    host.stop();
  });

  test('a release service that doesn’t answer, or isn’t an address', async () => {
    const host = await startStaticHost(folder);
    host.stop();
    const nobody = await runCommandLine(['list', '--to', host.origin]);
    expect(nobody).toEqual(refused(1, 'RELEASE-STORE-REFUSED'));
    expect(await runCommandLine(['list', '--to', '/srv/releases'])).toEqual(refused(2, 'RELEASE-USAGE'));
  });
});

test('without a command, or with --help, it prints its usage', async () => {
  for (const parameters of [[], ['help'], ['list', '--help']])
    expect(await runCommandLine(parameters)).toMatchObject({ code: 0, stdout: expect.stringContaining('publish APP') });
});
