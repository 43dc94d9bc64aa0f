import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, rstest, test } from '@rstest/core';
import { previewSecret, readPreview, signPreview } from './previewLinks.ts';

const secret = 'a secret that only the tests know';
const blog = { app: 'blog', version: 'version-1', expires: Math.floor(Date.now() / 1000 + 60) * 1000 };
const link = signPreview(secret, blog);
const [claim = '', , signature = ''] = link.split(/\.(?=\d+\.)|\.(?=[\w-]{43}$)/);

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preview-'));
});

afterEach(() => rm(folder, { recursive: true }));

test('a signed link shows its version until it expires', () => {
  expect(readPreview(() => secret, link)).toEqual(blog);
  const clock = rstest.spyOn(Date, 'now').mockReturnValue(blog.expires);
  expect(readPreview(() => secret, link)).toBeUndefined();
  clock.mockRestore();
});

test.each([
  ['without a signature', claim],
  ['of another version', link.replace('version-1', 'version-2')],
  ['of another remote', link.replace('blog', 'contact')],
  ['that was made to last', link.replace(String(blog.expires / 1000), '99999999999')],
  ['with another signature', link.replace(signature, 'x'.repeat(43))],
  ['with half a signature', link.slice(0, -10)],
  ['of another secret', signPreview(`${secret}.`, blog)],
  ['with something behind it', `${link}.x`],
  ['for longer than links may last', signPreview(secret, { ...blog, expires: Date.now() + 31 * 24 * 60 * 60 * 1000 })],
  ['of no version', 'blog@https://elsewhere.example'],
])('a link %s shows nothing', (_, text) => {
  expect(text).not.toBe(link);
  expect(readPreview(() => secret, text)).toBeUndefined();
});

test('text that isn’t a link doesn’t read the secret', () => {
  const ask = rstest.fn(() => secret);
  readPreview(ask, 'blog@version-1');
  expect(ask).not.toHaveBeenCalled();
});

test('without PREVIEW_SECRET, a server and the commands on its machine share a secret that nobody else can read', async () => {
  const made = previewSecret({ DATA_DIR: folder, PREVIEW_SECRET: undefined });
  expect(made.length).toBeGreaterThan(40);
  expect(previewSecret({ DATA_DIR: folder, PREVIEW_SECRET: undefined })).toBe(made);
  const file = join(folder, 'preview.secret');
  expect(await readFile(file, 'utf8')).toBe(made);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(previewSecret({ DATA_DIR: folder, PREVIEW_SECRET: secret })).toBe(secret);
});

test('the error for an unreadable secret says what to do', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await chmod(file, 0o400);
  expect(() => previewSecret({ DATA_DIR: file, PREVIEW_SECRET: undefined })).toThrow(/^SITE-PREVIEW .* PREVIEW_SECRET/);
});
