import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@rstest/core';

const run = promisify(execFile);

/** Imports what a site starts with, opens a store, and prints which of the loaded files belong to optional workspaces, besides their settings. */
const opening = (location: string): string => `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({
    load(url, context, next) {
      if (/optional.(?:s3-store|release-service|static-export|shared-memory).src.(?!setting)|OtlpTracing|@aws-sdk|@redis|sdk-trace|otlp-/.test(url)) loaded.push(url);
      return next(url, context);
    },
  });
  await import('@site/server/startSite.ts');
  const { openWritableStore } = await import('@site/server/openStore.ts');
  const store = await openWritableStore('${location}');
  console.log(JSON.stringify([store.location, loaded]));`;

async function filesFor(location: string): Promise<readonly string[]> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', opening(location)]);
  const [opened, files] = JSON.parse(stdout) as [string, readonly string[]];
  expect(opened).toBe(location);
  return files;
}

test('a site with its releases in a folder loads no code for object storage, a shared memory, the release service, static export or traces', async () => {
  expect(await filesFor('/nowhere/releases')).toEqual([]);
});

test('an s3:// address loads the code for object storage', async () => {
  expect(await filesFor('s3://example-releases/site')).toContainEqual(
    expect.stringMatching(/s3-store\/src\/S3Store\.ts$/),
  );
});
