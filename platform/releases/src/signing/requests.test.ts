import { createHash, generateKeyPairSync, verify } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, rstest, test } from '@rstest/core';
import { publicKeyObject, type SigningKey } from './keys.ts';
import { type ArrivedRequest, digested, requestAge, signerOf, signRequest } from './requests.ts';

const pair = generateKeyPairSync('ed25519');
const key: SigningKey = { public: pair.publicKey.export({ format: 'jwk' }).x ?? '', private: pair.privateKey };

const body = '{"days":1}';
const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;

/** A request for https://www.example.com/releases/blog, as it arrives. */
function arrived(change: Partial<ArrivedRequest> = {}): ArrivedRequest {
  const headers = signRequest({ method: 'PUT', url: 'https://WWW.example.com:443/releases/blog?a=b', body }, key);
  return { method: 'PUT', authority: 'www.example.com', path: '/releases/blog', headers, ...change };
}

test('a request is signed as RFC 9421 and RFC 9530 say, so that any of their tools can check it', () => {
  const { headers } = arrived();
  expect(headers['content-digest']).toBe(digest);
  const [, parameters = ''] = /^sig=(.+)$/.exec(String(headers['signature-input'])) ?? [];
  const base = [
    '"@method": PUT',
    '"@authority": www.example.com',
    '"@path": /releases/blog',
    `"content-digest": ${digest}`,
    `"@signature-params": ${parameters}`,
  ].join('\n');
  const value = Buffer.from(String(headers.signature).slice('sig=:'.length, -1), 'base64');
  expect(verify(null, Buffer.from(base), publicKeyObject(key.public), value)).toBe(true);
  expect(parameters).toMatch(
    /^\("@method" "@authority" "@path" "content-digest"\);created=\d+;keyid="[\w-]{43}";nonce="[\w-]{22}";alg="ed25519"$/,
  );
});

test('each signature has its own nonce', () => {
  const [first, second] = [signerOf(arrived()), signerOf(arrived())];
  expect(first.key).toBe(key.public);
  expect(first.nonce).not.toBe(second.nonce);
});

const headersWith = (name: string, change: (value: string) => string) => {
  const { headers } = arrived();
  return { headers: { ...headers, [name]: change(String(headers[name])) } };
};

test.each([
  ['another method', () => ({ method: 'POST' })],
  ['another service', () => ({ authority: 'other.example.com' })],
  ['another path', () => ({ path: '/releases/shell' })],
  ['another body', () => headersWith('content-digest', () => 'sha-256=:AAAA:')],
  [
    'another time',
    () => headersWith('signature-input', (input) => input.replace(/\d(?=;keyid)/, (last) => `${9 - Number(last)}`)),
  ],
  [
    'another nonce',
    () => headersWith('signature-input', (input) => input.replace(/nonce="[\w-]+/, `nonce="${'x'.repeat(22)}`)),
  ],
  ['no body covered', () => headersWith('signature-input', (input) => input.replace(' "content-digest"', ''))],
  ['no signature', () => ({ headers: {} })],
])('%s than was signed is refused', (_, change) => {
  expect(() => signerOf(arrived(change()))).toThrow('RELEASE-REQUEST');
});

test.each([
  ['too long ago', -requestAge],
  ['too far ahead', requestAge],
])('a request that was signed %s is refused, no matter who signed it', (_, offset) => {
  const now = Date.now();
  const clock = rstest.spyOn(Date, 'now').mockReturnValue(now + offset * 1.01);
  const signed = arrived();
  clock.mockRestore();
  expect(() => signerOf(signed)).toThrow('was signed at another time');
});

test('a body is passed on as it arrives, and refused at its end if it isn’t the signed one', async () => {
  const read = async (text: string) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of digested(Readable.from([Buffer.from(text)]), digest)) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  };
  expect(await read(body)).toBe(body);
  await expect(read('{"days":9}')).rejects.toThrow('RELEASE-REQUEST');
});
