/** Words that nobody has signed, such as authors, faults and news: they neither look like lines of ours nor control a terminal. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, rstest, test } from '@rstest/core';
import { listNews } from '@site/api/cli/news.ts';
import { saveNews } from '@site/api/news/save.ts';
import { logStream } from '@site/node/logLines.ts';
import { FaultLog } from '@site/releases/FaultLog.ts';
import { promote } from '@site/releases/operations/promote.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { openTestDatabase } from '@site/testkit/api/testDatabase.ts';
import { newFolder, publishApp } from '@site/testkit/releases/fixtures.ts';
import { siteAnswer } from '@site/testkit/site/siteCommand.ts';

const forged = '  ● version-9  live       live since 2031  abc by the owner  healthy';
/** As a terminal shows it, this is a line of its own, in place of the one before. */
const words = `x\r\n${forged}\n\u2028${forged}\u001b[1A\u001b[2K\u009b31m\u202e`;
/** What a terminal must not get, besides the line feeds of our own. */
const hidden = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

let folder: string;
const { RELEASES, REPORTS, DATA_DIR } = process.env;

beforeEach(async () => {
  folder = await newFolder();
  Object.assign(process.env, { RELEASES: folder, REPORTS: await newFolder(), DATA_DIR: await newFolder() });
  const store = new FolderStore(folder);
  await publishApp(store, { name: 'shell', version: 'shell-1' });
  await publishApp(store, { version: 'version-1' });
  await promote(store, 'blog', 'version-1');
});

afterEach(() => {
  for (const [name, value] of Object.entries({ RELEASES, REPORTS, DATA_DIR }))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
});

const unforged = (text: string) => {
  expect(text).not.toMatch(hidden);
  expect(text.split('\n').filter((line) => line.startsWith('  ●'))).toEqual([
    expect.stringMatching(/^ {2}● version-1 {2}live /),
  ]);
};

test('in the list', async () => {
  const publication = { at: words, commit: words, author: words, repository: words };
  await writeFile(join(folder, 'blog/version-1/publication.json'), JSON.stringify(publication));
  const fault = { app: 'blog', version: 'version-1', code: words, at: words, message: words };
  await new FaultLog(process.env.REPORTS ?? '').write(fault);
  const { code, stdout } = await siteAnswer(['list']);
  expect(code).toBe(0);
  expect(stdout).toContain('FAULTY');
  unforged(stdout);
});

test.each([
  ['site policy FILE', []],
  ['site policy --request FILE', ['--request']],
])('in an error of `%s`', async (_, options) => {
  const file = join(await newFolder(), 'file.json');
  await writeFile(file, JSON.stringify({ [words]: words, claims: { [words]: words }, remote: words, prefixes: [] }));
  const { code, stderr } = await siteAnswer(['policy', ...options, file]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^RELEASE-POLICY .*$/);
  expect(stderr).not.toMatch(hidden);
});

test('in the news', async () => {
  const { database, close } = await openTestDatabase('SQLite');
  await database.deleteFrom('news').execute();
  const row = { uid: 'fr-a', language: 'fr', slug: 'a', title: words, source: words, link: words } as const;
  await saveNews(database, {
    ...row,
    type: words,
    publication_date: '2030-01-01',
    url_video: null,
    article_language: null,
  });
  const log = rstest.spyOn(console, 'log').mockImplementation(() => {});
  await listNews(database, {});
  const printed = log.mock.calls.flat().join('\n');
  log.mockRestore();
  await close();
  expect(printed).toMatch(/^2030-01-01 {2}fr .*$/);
  expect(printed).not.toMatch(hidden);
});

test('in the log, which stays JSON', () => {
  const lines: string[] = [];
  const write = rstest.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  const record = { level: 50, msg: words, err: { stack: words } };
  logStream().write(`${JSON.stringify(record)}\n`);
  write.mockRestore();
  const [line = '', ...others] = lines;
  expect(others).toEqual([]);
  expect(line.trimEnd()).not.toMatch(hidden);
  if (!process.stderr.isTTY) expect(JSON.parse(line.replace(/^<\d>/, ''))).toEqual(record);
});
