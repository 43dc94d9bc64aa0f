import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { addEnvFile, loadSettings, parseEnvFile } from './envFile.ts';

const run = promisify(execFile);
let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'env-file-'));
  file = join(folder, 'site.env');
});

afterEach(() => rm(folder, { recursive: true }));

const [systemdLibrary] = globSync('/usr/lib/*/systemd/libsystemd-shared-*.so');

/** Calls systemd's own parser, in its library. */
const askSystemd = `
import ctypes, json, sys
pairs = ctypes.POINTER(ctypes.c_char_p)()
if ctypes.CDLL(sys.argv[1]).load_env_file(None, sys.argv[2].encode(), ctypes.byref(pairs)) < 0: sys.exit(1)
found = []
while pairs and pairs[len(found)]: found.append(pairs[len(found)].decode())
print(json.dumps(found))`;

/** What systemd reads; undefined on a machine without systemd or Python. */
async function readBySystemd(text: string): Promise<Record<string, string> | undefined> {
  if (!systemdLibrary) return undefined;
  await writeFile(file, text);
  const printed = await run('python3', ['-c', askSystemd, systemdLibrary, file]).catch(() => undefined);
  if (!printed) return undefined;
  return Object.fromEntries((JSON.parse(printed.stdout) as string[]).map((pair) => pair.split(/=(.*)/s, 2)));
}

const accepted: readonly (readonly [text: string, settings: Record<string, string>])[] = [
  ['MAIL_FROM=Company <site@example.com>', { MAIL_FROM: 'Company <site@example.com>' }],
  ['# a comment\n\n  # another\nA=1\nB=2', { A: '1', B: '2' }],
  ['A="Company <a@b>"\nB=\'it costs $5 # or `so` \\ \'', { A: 'Company <a@b>', B: 'it costs $5 # or `so` \\ ' }],
  ['A=$HOME ${B} $(id)', { A: '$HOME ${B} $(id)' }],
  ['A = spaces around \t', { A: 'spaces around' }],
  ['A=it\'s 5" wide; or so', { A: 'it\'s 5" wide; or so' }],
  ['A=a=b', { A: 'a=b' }],
  ['A=\nB=""', { A: '', B: '' }],
  ['A=é “ü”', { A: 'é “ü”' }],
];

test.each(accepted)('%s is read as systemd and Node read it', async (text, settings) => {
  expect(parseEnvFile(text, file)).toEqual(settings);
  expect({ ...parseEnv(text) }).toEqual(settings);
  expect((await readBySystemd(text)) ?? settings).toEqual(settings);
});

test.each([
  ['A=1 # one', /line 1: A has a #/],
  ['OK=1\nA=secret#word', /line 2: A has a #/],
  ['A=C:\\data', /line 1: A has a \\/],
  ['A="one\\ntwo"', /line 1: A has quotes/],
  ['A="Company" <a@b>', /line 1: A has quotes/],
  ['A="two\nlines"', /line 1: A has quotes/],
  ['A=one \\\ntwo', /line 1: A has a \\/],
  ['A=`one`', /line 1: A begins with a backtick/],
  ['export A=1', /line 1: it isn’t NAME=value/],
  ['; a comment of systemd', /line 1: it isn’t NAME=value/],
  ['A 1', /line 1: it isn’t NAME=value/],
  ['A-B=1', /line 1: it isn’t NAME=value/],
  ['A=1\r\nB=2', /line 1: it has a control character/],
  ['# a comment \\\nA=1', /line 1: it isn’t NAME=value/],
  ['A=secret\nB=1\nA=secret', /line 3: A is in line 1, too/],
  ['B=1\nDATABSE_URL=secret', /line 2: DATABSE_URL isn’t a setting: is DATABASE_URL meant\?/],
])('%s is refused with file and line, without showing its value', (text, reason) => {
  expect(() => parseEnvFile(text, '/etc/site.env')).toThrow(reason);
  expect(() => parseEnvFile(text, '/etc/site.env')).toThrow(/^SITE-ENV-FILE \/etc\/site\.env, /);
  expect(() => parseEnvFile(text, '/etc/site.env')).not.toThrow(/secret/);
});

test('a file adds to the environment', async () => {
  await writeFile(file, 'A=1\nB=2\n');
  for (const environment of [
    { C: '3', A: '' },
    { C: '3', A: '1' },
  ]) {
    addEnvFile(file, environment);
    expect(environment).toEqual({ A: '1', B: '2', C: '3' });
  }
});

test('a file with secrets is refused where every user may read it, without showing them', async () => {
  await writeFile(
    file,
    'SITE_ORIGIN=https://www.example.com\nSMTP_URL=smtp://ada:secret@localhost\nREMOTE_API_SHOP=secret\n',
  );
  await chmod(file, 0o644);
  const read = () => addEnvFile(file, {});
  expect(read).toThrow(/^SITE-ENV-FILE Every user .*\(SMTP_URL, REMOTE_API_SHOP\)\. Close it: chmod o= \/.*site\.env$/);
  expect(read).not.toThrow(/ada|secret@/);
  await chmod(file, 0o640);
  expect(read).not.toThrow();
  await writeFile(file, 'SITE_ORIGIN=https://www.example.com\nSMTP_URL=\n');
  await chmod(file, 0o644);
  expect(read).not.toThrow();
});

test('a missing or unnamed file, or one that contradicts the environment, ends the command', async () => {
  await writeFile(file, 'DATA_DIR=/one');
  expect(() => addEnvFile('/nowhere.env', {})).toThrow(/^SITE-ENV-FILE \/nowhere\.env can’t be read/);
  expect(() => addEnvFile(file, { DATA_DIR: '/two' })).toThrow(/^SITE-ENV-FILE DATA_DIR has one value/);
});

test.each([['--env-file'], ['--env-fil', 'site.env'], ['site.env']])('a server doesn’t take “%s”', (...parameters) => {
  expect(() => loadSettings(parameters)).toThrow(/^SITE-USAGE .*--env-file FILE/);
});
