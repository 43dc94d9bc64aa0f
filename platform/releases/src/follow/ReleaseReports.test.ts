import { expect, test } from '@rstest/core';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import { FaultLog } from '../FaultLog.ts';
import { ReleaseReports } from './ReleaseReports.ts';

async function startReports() {
  const logged: string[] = [];
  const log = { warn: () => {}, error: (_: unknown, message?: string) => void logged.push(message ?? '') };
  const failed: string[] = [];
  const reports = new ReleaseReports(new FaultLog(await newFolder(), log), (app, version) => {
    failed.push(`${app}@${version}`);
  });
  return { reports, logged, failed };
}

const unsigned = new OperatorError('RELEASE-UNSIGNED', 'It is not signed.');
const damaged = new OperatorError('RELEASE-FILE', 'A file is damaged.');

test('a version that keeps failing is logged once per reason, and again after it has worked in between', async () => {
  const { reports, logged } = await startReports();
  for (const error of [unsigned, unsigned, damaged, damaged]) reports.unusable('blog', 'version-1', error);
  expect(logged).toEqual([unsigned.message, damaged.message]);
  reports.usable('blog', 'version-1');
  reports.unusable('blog', 'version-1', damaged);
  expect(logged).toHaveLength(3);
});

test('a version that visitors shouldn’t get is not a failing release', async () => {
  const { reports, logged, failed } = await startReports();
  reports.unusable('blog', 'version-1', unsigned, false);
  reports.unusable('blog', 'version-2', unsigned, true);
  expect(logged).toHaveLength(2);
  expect(failed).toEqual(['blog@version-2']);
});

test('when signatures are required, an earlier unsigned version is named once and fails for nobody', async () => {
  const signed = await SignedStore.create();
  const manifest = await signed.read<{ signature?: object }>('blog/version-1/release.json');
  await signed.write('blog/version-1/release.json', { ...manifest, signature: undefined });
  await signed.release({ version: 'version-2' });
  const server = await signed.follow(await newFolder());
  expect(server.live()).toBe('version-2');
  // Each read of the store tries the version again.
  for (const version of ['version-3', 'version-4', 'version-5']) {
    await signed.release({ version });
    await expect.poll(() => server.live()).toBe(version);
  }
  expect(server.errors().filter((line) => line.startsWith('RELEASE-UNSIGNED'))).toHaveLength(1);
  expect(server.failed()).toEqual([]);
});
