/** Sends anything to the release service: its program keeps running, and refuses with a documented code. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { root } from '@site/bundling/project.ts';
import { pointerOf } from '@site/releases/pointer.ts';
import { signRequest } from '@site/releases/signing/requests.ts';
import { signClaims, signRelease } from '@site/releases/signing/signatures.ts';
import { buildApp, newFolder } from '@site/testkit/releases/fixtures.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import { type Program, readyOrigin, startProgram, stopProgram } from '@site/testkit/site/program.ts';
import { rawAnswer } from '@site/testkit/site/rawAnswer.ts';
import fc from 'fast-check';
import { bytes, spoiled, trying } from './fuzzing.ts';

const signed = await SignedStore.create();
const key = signed.key('blog');
const manifest = signRelease(await buildApp(await newFolder(), { version: 'version-2' }), key);
const pointer = signClaims(
  pointerOf('blog'),
  { version: 'version-1', since: '2030-01-01T00:00:00.000Z', previous: [] },
  { app: 'blog', serial: Date.now(), expires: new Date(Date.now() + 60_000).toISOString() },
  key,
);

let service: Program;
let address: URL;

beforeAll(async () => {
  service = startProgram('platform/server/src/releaseService/main.ts', [], {
    PORT: '0',
    RELEASES: signed.store.location,
    DATA_DIR: await newFolder(),
    TRUSTED_KEYS: signed.trusted,
    SITE_ORIGIN: 'https://www.example.com',
    LOG_LEVEL: 'error',
  });
  address = new URL(await readyOrigin(service));
});

afterAll(async () => void (await stopProgram(service)));

const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('blog', 'shell', 'version-1', 'version-2', 'index.json', 'current.json') },
  fc.constantFrom('..', '%2e%2e', '%00', '__proto__', 'constructor', '', 'x'.repeat(3_000), '%ff', '?a=b', '#'),
  fc.webSegment(),
);
const path = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'index.json',
      'policy.json',
      'blog/current.json',
      'blog/version-2/release.json',
      'blog/version-2/web/remote.js',
      'blog/version-2',
      'blog/version-2/preview',
    ),
  },
  fc.array(name, { maxLength: 5 }).map((parts) => parts.join('/')),
);
const method = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('GET', 'PUT', 'POST') },
  fc.constantFrom('HEAD', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'CONNECT', 'QUERY', 'BREW', 'get', ''),
);
const body = fc.oneof(
  spoiled({ manifest, provenance: { commit: 'abc' } }),
  spoiled(pointer),
  spoiled({ days: 3 }),
  bytes.map((noise) => Buffer.from(noise).toString('latin1')),
  fc.constant(''),
);
const header = fc.tuple(
  fc.oneof(
    fc.constantFrom('signature', 'signature-input', 'content-digest', 'if-match', 'x-forwarded-for', 'forwarded'),
    fc.constantFrom('content-length', 'transfer-encoding', 'content-type', 'expect', 'host', 'range', 'upgrade', ''),
  ),
  fc.oneof(
    fc.constantFrom(
      'sig=:AAAA:',
      'sig=("@method");created=1',
      '"1"',
      '-1',
      'chunked',
      '1e9',
      '100-continue',
      'x'.repeat(9_000),
    ),
    fc.string(),
  ),
);
const request = fc.record({
  method,
  path,
  body,
  /** Whether a team's key signs it, or an unknown one. */
  isSigned: fc.boolean(),
  headers: fc.array(header, { maxLength: 3 }),
  /** Where it is cut off. */
  cut: fc.option(fc.nat(), { freq: 4 }),
});

/** The request as it is on the wire. */
function wireOf({
  method: asked,
  path: at,
  body: text,
  isSigned,
  headers,
  cut,
}: typeof request extends fc.Arbitrary<infer Value> ? Value : never): Buffer {
  const url = URL.parse(`/releases/${at}`, address)?.href ?? address.href;
  const signature = isSigned ? signRequest({ method: asked, url, body: text }, key) : {};
  const content = Buffer.from(text);
  const fields = Object.entries({
    host: address.host,
    'content-length': content.length,
    connection: 'close',
    ...signature,
  });
  const lines = [...fields, ...headers].map(([field, value]) => `${field}: ${value}`);
  const wire = Buffer.concat([
    Buffer.from([`${asked} /releases/${at} HTTP/1.1`, ...lines, '', ''].join('\r\n'), 'latin1'),
    content,
  ]);
  return cut === null ? wire : wire.subarray(0, cut % wire.length);
}

const rows = (await readFile(join(root, 'docs/errors.md'), 'utf8')).match(/^\|(?: `[\w-]+`,?)+(?= \|)/gm) ?? [];
const documented = new Set(rows.flatMap((row) => row.match(/[\w-]+/g) ?? []));

/** Its memory in megabytes; only on Linux. */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${service.process.pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}

test('whatever is sent to the release service, it answers with a documented code, and keeps running', async () => {
  await rawAnswer(
    address,
    wireOf({ method: 'GET', path: 'index.json', body: '', isSigned: true, headers: [], cut: null }),
  );
  const before = await memory();
  await fc.assert(
    fc.asyncProperty(request, async (sent) => {
      const { status, text, isHanging } = await rawAnswer(address, wireOf(sent), sent.cut === null ? 10_000 : 20);
      if (sent.cut === null) expect(isHanging).toBe(false);
      if (status < 400) return;
      expect(status, text).toBeLessThan(500);
      const [, content = ''] = text.split('\r\n\r\n');
      if (sent.method === 'HEAD' || content === '') return;
      // What isn't HTTP is answered in plain text.
      const { code } = content.startsWith('{')
        ? (JSON.parse(content) as { readonly code?: string })
        : { code: /^[A-Z-]+/.exec(content)?.[0] };
      expect(documented, text).toContain(code);
      expect(content.length, text).toBeLessThan(2_500);
    }),
    trying('request'),
  );
  expect(service.process.exitCode).toBeNull();
  expect((await memory()) - before).toBeLessThan(200);
  const url = new URL('/releases/index.json', address).href;
  expect((await fetch(url, { headers: signRequest({ method: 'GET', url }, key) })).status).toBe(200);
  expect(service.output()).not.toMatch(/"level":(?:50|60)/);
});
