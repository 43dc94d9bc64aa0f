import { integrityOf } from '@site/releases/integrity.ts';
import { frontendDiscoveryPath } from '@site/shared/contract/release.ts';
import { ask } from '@site/testkit/site/http.ts';
import { z } from 'zod';
import { expect, test } from '../support/serverTest.ts';

/** https://github.com/awslabs/frontend-discovery/blob/main/schema/v1-pre.json, without any additional properties. */
const schema = z.strictObject({
  schema: z.string(),
  microFrontends: z.record(
    z.string(),
    z.array(
      z.strictObject({
        url: z.string(),
        fallbackUrl: z.string().optional(),
        metadata: z.strictObject({ integrity: z.string(), version: z.string() }),
        extras: z.looseObject({}).optional(),
        deployment: z.object({ traffic: z.number().min(0).max(100), default: z.boolean() }).optional(),
      }),
    ),
  ),
});

test('another shell finds every remote, with the file to load and its hash', async ({ site }) => {
  const { status, headers, body } = await ask(site, frontendDiscoveryPath);
  expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  const { microFrontends } = schema.parse(JSON.parse(body));
  expect(Object.keys(microFrontends).sort()).toEqual(['blog', 'contact', 'marketing']);
  for (const versions of Object.values(microFrontends)) {
    expect(versions.map(({ deployment }) => deployment)).toEqual([{ traffic: 100, default: true }]);
    for (const { url, metadata } of versions) {
      const file = await fetch(url);
      expect(file.headers.get('content-type')).toContain('javascript');
      expect(integrityOf(Buffer.from(await file.arrayBuffer()))).toBe(metadata.integrity);
    }
  }
});
