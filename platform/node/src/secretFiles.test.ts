import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { addSettings } from './envFile.ts';
import { addSecretFiles } from './secretFiles.ts';
import { secretSettings, settingNames } from './settingNames.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secret-files-'));
});

afterEach(() => rm(folder, { recursive: true }));

/** Writes a file that its owner and group may read, unless another mode is given. */
async function secretFile(name: string, text: string, mode = 0o640): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  await chmod(file, mode);
  return file;
}

/** What is thrown for an environment. */
function refusal(environment: NodeJS.ProcessEnv): string {
  try {
    addSecretFiles(environment);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'nothing';
}

test.each([
  ['postgresql://site:secret@db:5432/site', ''],
  ['postgresql://site:secret@db:5432/site\n', ' with a line break at its end'],
  ['postgresql://site:secret@db:5432/site\r\n', ' with one of Windows'],
])('a secret is read from the file that NAME_FILE names%s', async (text) => {
  const environment: NodeJS.ProcessEnv = { DATABASE_URL: '', DATABASE_URL_FILE: await secretFile('database', text) };
  addSecretFiles(environment);
  expect(environment.DATABASE_URL).toBe('postgresql://site:secret@db:5432/site');
});

test('each credential of systemd, or file of a mounted secret, is the setting of its name', async () => {
  await secretFile('METRICS_TOKEN', 'a-token-of-16-and-more\n', 0o400);
  await secretFile('PORT', '4000');
  const environment: NodeJS.ProcessEnv = { CREDENTIALS_DIRECTORY: folder, SMTP_URL: 'smtp://localhost' };
  addSecretFiles(environment);
  expect(environment).toEqual({
    CREDENTIALS_DIRECTORY: folder,
    METRICS_TOKEN: 'a-token-of-16-and-more',
    SMTP_URL: 'smtp://localhost',
  });
});

test('tokens of remotes’ own APIs are secrets of any name that starts with REMOTE_API_', async () => {
  await secretFile('REMOTE_API_SHOP', 'token-of-shop\n', 0o400);
  const file = await secretFile('events', 'token-of-events\n');
  const environment: NodeJS.ProcessEnv = { CREDENTIALS_DIRECTORY: folder, REMOTE_API_EVENTS_FILE: file };
  addSecretFiles(environment);
  expect([environment.REMOTE_API_SHOP, environment.REMOTE_API_EVENTS]).toEqual(['token-of-shop', 'token-of-events']);
  expect(refusal({ REMOTE_API_EVENTS_FILE: join(folder, 'none') })).toContain('REMOTE_API_EVENTS_FILE');
});

test('a file of settings may name files of secrets', async () => {
  const token = await secretFile('token', 'a-token-of-16-and-more');
  const environment: NodeJS.ProcessEnv = {};
  addSettings(await secretFile('site.env', `CDN_TOKEN_FILE=${token}\n`), environment);
  expect(environment.CDN_TOKEN).toBe('a-token-of-16-and-more');
});

test('the text of a key keeps its lines', async () => {
  const text = '-----BEGIN PRIVATE KEY-----\nsecret\n-----END PRIVATE KEY-----';
  const environment: NodeJS.ProcessEnv = { RELEASE_KEY_FILE: await secretFile('blog.key', `${text}\n`) };
  addSecretFiles(environment);
  expect(environment.RELEASE_KEY).toBe(text);
});

test.each([
  ['an empty file', '', 0o600, /^SITE-SETTINGS SMTP_URL_FILE: the file is empty\.$/],
  ['an empty line', '\n', 0o600, /SMTP_URL_FILE: the file is empty/],
  [
    'a file of every user',
    'smtp://secret',
    0o644,
    /SMTP_URL_FILE: every user of the machine may use the file: chmod o=/,
  ],
  ['several lines', 'smtp://secret\n# of the team', 0o600, /SMTP_URL_FILE: the file has several lines/],
  ['a large file', 'secret'.repeat(20_000), 0o600, /SMTP_URL_FILE: this is no file with a secret/],
])('%s is refused', async (_, text, mode, reason) => {
  const environment = { SMTP_URL_FILE: await secretFile('smtp', text, mode) };
  expect(refusal(environment)).toMatch(reason);
  expect(refusal(environment)).not.toMatch(/smtp:|of the team/);
  expect(environment).not.toHaveProperty('SMTP_URL');
});

test.each([
  ['a missing file', '/nowhere/secret-of-mine', /RELEASES_TOKEN_FILE: the file can’t be read \(ENOENT\)/],
  ['a folder', '/tmp', /RELEASES_TOKEN_FILE: this is no file with a secret/],
  ['the secret itself, given for its file', 'secret-of-mine', /RELEASES_TOKEN_FILE: the file can’t be read/],
])('%s is refused without being quoted', (_, given, reason) => {
  expect(refusal({ RELEASES_TOKEN_FILE: given })).toMatch(reason);
  expect(refusal({ RELEASES_TOKEN_FILE: given })).not.toContain('secret-of-mine');
});

test('a secret that is given twice must be the same, and every problem is named at once', async () => {
  const file = await secretFile('PREVIEW_SECRET', 'of-the-file');
  const twice = { PREVIEW_SECRET: 'of-the-file', PREVIEW_SECRET_FILE: file, CREDENTIALS_DIRECTORY: folder };
  addSecretFiles(twice);
  expect(twice.PREVIEW_SECRET).toBe('of-the-file');
  const other = { ...twice, PREVIEW_SECRET: 'of-the-environment', CDN_TOKEN_FILE: '/nowhere' };
  expect(refusal(other)).toBe(
    'SITE-SETTINGS CDN_TOKEN_FILE: the file can’t be read (ENOENT); PREVIEW_SECRET and PREVIEW_SECRET_FILE and the credential PREVIEW_SECRET differ: take all but one away.',
  );
});

test('.env.example explains every setting, and no other', async () => {
  const text = await readFile(join(process.cwd(), '.env.example'), 'utf8');
  const explained = [...text.matchAll(/^([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
  // The standard names of AWS are in the text of RELEASES.
  const named = text.match(/\bAWS_[A-Z0-9_]+/g) ?? [];
  expect([...new Set([...explained, ...named])].toSorted()).toEqual(settingNames.toSorted());
  expect(new Set(explained).size, 'each once').toBe(explained.length);
});

test('.env.example lists exactly these secrets, and no other setting looks like one', async () => {
  const text = await readFile(join(process.cwd(), '.env.example'), 'utf8');
  const [, listed = ''] = /^# A secret may be .*?:\n((?:# .*\n)+)/m.exec(text) ?? [];
  expect(listed.match(/\b[A-Z]{2,}(?:_[A-Z]+)*\b(?=,| and|\.)/g)?.toSorted()).toEqual([...secretSettings].toSorted());
  const secretive = [...text.matchAll(/^([A-Z_]*(?:TOKEN|SECRET|KEY|(?:SMTP|DATABASE)_URL))=/gm)].map(
    ([, name]) => name,
  );
  expect(secretSettings).toEqual(expect.arrayContaining(secretive));
});
