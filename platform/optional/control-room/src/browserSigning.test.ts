import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { pointerOf, pointTo } from '@site/releases/pointer.ts';
import { routePolicy } from '@site/releases/policy.ts';
import { makeSigningKey } from '@site/releases/signing/keys.ts';
import { signerOf } from '@site/releases/signing/requests.ts';
import { signClaims } from '@site/releases/signing/signatures.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import { openKey, sign } from './browser/keys.mjs';
import { recordFacts, requestFacts } from './browser/shownText.mjs';
import { base64, base64url, recordText, requestText } from './browser/signedBytes.mjs';
import type { SigningTexts } from './pages/SigningTask.ts';

/** A key as commands and as browsers open it. */
async function newKey() {
  const file = join(await newFolder(), 'ada.key');
  const ofCommands = await makeSigningKey(file);
  return { ofCommands, ofBrowser: await openKey(await readFile(file, 'utf8')) };
}

const claims = { site: 'https://www.example.com', serial: 1_900_000_000_000, expires: '2030-01-31T00:00:00.000Z' };
const live = {
  ...pointTo('version-2', pointTo('version-1', undefined)),
  later: { b: ['é', { z: 1, a: '"\\\u2028' }], 2: 1, 1: 2 },
};
const candidate = { version: 'version-3', share: 30, since: '2029-01-31T00:00:00.000Z', salt: 'a'.repeat(22) };

test('a browser signs the very bytes that commands sign', async () => {
  const { ofCommands, ofBrowser } = await newKey();
  expect(ofBrowser.public).toBe(ofCommands.public);
  const signed = async (kind: 'pointers' | 'policy', value: object, own: typeof claims) =>
    base64url(await sign(ofBrowser, recordText(kind, value, { key: ofBrowser.public, ...own })));

  for (const pointer of [live, { ...live, candidate }])
    expect(await signed('pointers', pointer, { ...claims, ...pointerOf('blog').claims })).toBe(
      signClaims(pointerOf('blog'), pointer, claims, ofCommands).signature?.value,
    );
  expect(await signed('policy', openPolicy, claims)).toBe(
    signClaims(routePolicy, openPolicy, claims, ofCommands).signature?.value,
  );
  expect(await signed('policy', live, claims), 'a pointer can’t pass for a policy').not.toBe(
    await signed('pointers', live, claims),
  );
});

test('a browser signs requests as commands do', async () => {
  const { ofBrowser } = await newKey();
  const request = { method: 'DELETE', authority: 'control.example.com', path: '/en/apps/blog/version-1' };
  const signer = { key: ofBrowser.public, created: Math.floor(Date.now() / 1_000), nonce: 'n'.repeat(22) };
  const { text, headers } = await requestText(request, signer);
  const signature = `sig=:${base64(await sign(ofBrowser, text))}:`;
  expect(signerOf({ ...request, headers: { ...headers, signature } })).toMatchObject({ key: ofBrowser.public });
  expect(() => signerOf({ ...request, path: '/en/apps/blog/version-2', headers: { ...headers, signature } })).toThrow(
    'RELEASE-REQUEST',
  );
});

test('an opened key can’t be copied', async () => {
  const { ofBrowser } = await newKey();
  expect(ofBrowser.private.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('pkcs8', ofBrowser.private)).rejects.toThrow();
});

const pem = { format: 'pem', type: 'pkcs8' } as const;

test.each([
  [
    'with a passphrase',
    'encrypted',
    generateKeyPairSync('ed25519').privateKey.export({ ...pem, cipher: 'aes-256-cbc', passphrase: 'x' }),
  ],
  ['that is public', 'public', generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' })],
  ['of another kind', 'other', generateKeyPairSync('x25519').privateKey.export(pem)],
  ['of OpenSSH', 'other', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n-----END OPENSSH PRIVATE KEY-----'],
  [
    'that was cut',
    'other',
    String(generateKeyPairSync('ed25519').privateKey.export(pem)).replace(/.{24}\n-----END/, '\n-----END'),
  ],
  ['of nonsense', 'damaged', '-----BEGIN PRIVATE KEY-----\n%%%%\n-----END PRIVATE KEY-----'],
  ['of another program', 'other', 'just a text'],
])('a file %s is no key to sign with, and the page knows why', async (_, reason, file) => {
  await expect(openKey(String(file))).rejects.toMatchObject({ reason });
});

test('the secret of a CI, whose line breaks are written out, is a key', async () => {
  const file = join(await newFolder(), 'ci.key');
  const key = await makeSigningKey(file);
  const text = (await readFile(file, 'utf8')).replaceAll('\n', '\\n');
  expect(await openKey(text)).toMatchObject({ public: key.public });
});

test('what somebody sees before they sign is read from what they sign', () => {
  const texts = new Proxy({}, { get: (_, name) => (name === 'locale' ? 'en-GB' : String(name)) }) as SigningTexts;
  const key = 'k'.repeat(43);
  const givenUp = { version: 'version-0', since: claims.expires, isGivenUp: true };
  const text = recordText('pointers', { ...live, candidate, previous: [givenUp] }, { key, app: 'blog', ...claims });
  expect(recordFacts(text, { texts, names: { [key]: 'ada' } })).toEqual([
    ['app', 'blog'],
    ['live', 'version-2'],
    ['rollout', 'version-3, 30%'],
    ['givenUp', 'version-0'],
    ['site', 'https://www.example.com'],
    ['until', '31 Jan 2030, 00:00 UTC'],
    ['key', 'ada'],
  ]);
  const request = { method: 'DELETE', path: '/en/apps/blog/version-1', authority: 'control.example.com', key } as const;
  expect(requestFacts(request, { texts, names: {} })).toEqual([
    ['request', 'DELETE /en/apps/blog/version-1'],
    ['at', 'control.example.com'],
    ['key', key],
  ]);
});
