import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { integrityOf } from '@site/releases/integrity.ts';
import { frontendDiscoveryPath } from '@site/shared/contract/release.ts';
import { ask } from '@site/testkit/site/http.ts';
import { z } from 'zod';
import { expect, test } from '../support/serverTest.ts';

/** What this test reads of the file. The published schema checks the rest. */
interface Discovery {
  readonly microFrontends: Readonly<Record<string, readonly Version[]>>;
}

interface Version {
  readonly url: string;
  readonly metadata: { readonly integrity: string };
  readonly deployment: object;
  readonly extras: { readonly importMap: { readonly integrity: Readonly<Record<string, string>> } };
}

const hashOf = async (url: string) => integrityOf(Buffer.from(await (await fetch(url)).arrayBuffer()));

test('another shell finds every remote, with the file to load and the hash of each of its scripts', async ({
  site,
}) => {
  const { status, headers, body } = await ask(site, frontendDiscoveryPath);
  expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  const { microFrontends } = JSON.parse(body) as Discovery;
  expect(Object.keys(microFrontends).sort()).toEqual(['blog', 'contact', 'marketing']);
  for (const versions of Object.values(microFrontends)) {
    expect(versions.map(({ deployment }) => deployment)).toEqual([{ traffic: 100, default: true }]);
    for (const { url, metadata, extras } of versions) {
      expect((await fetch(url)).headers.get('content-type')).toContain('javascript');
      expect(await hashOf(url)).toBe(metadata.integrity);
      expect(extras.importMap.integrity[url]).toBe(metadata.integrity);
      for (const [script, integrity] of Object.entries(extras.importMap.integrity))
        expect(await hashOf(script), script).toBe(integrity);
    }
  }
});

test("the discovery file is valid by AWS' published schema", async ({ site }) => {
  const published = await readFile(join(import.meta.dirname, 'frontendDiscovery.v1-pre.json'), 'utf8');
  const schema = z.fromJSONSchema(JSON.parse(published));
  const discovery = JSON.parse((await ask(site, frontendDiscoveryPath)).body) as Discovery;
  expect(schema.safeParse(discovery).error).toBeUndefined();
  // The schema says something of the first version only.
  for (const [name, versions] of Object.entries(discovery.microFrontends))
    for (const version of versions)
      expect(schema.safeParse({ schema: '', microFrontends: { [name]: [version] } }).error).toBeUndefined();
  const unknown = { schema: '', microFrontends: { blog: [{ url: '/remote.js', release: '1' }] } };
  expect(schema.safeParse(unknown).success, 'a version without metadata is refused').toBe(false);
});
