import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import Fastify from 'fastify';
import { sendErrorOf, withoutFolders } from './sendError.ts';

const name = fc.stringMatching(/^[\w.-]{1,8}$/).filter((text) => !/^\.+$/.test(text));
const folder = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join('/')}`);
const anyFile = fc.array(name, { maxLength: 3 }).map((parts) => parts.map((part) => `/${part}`).join(''));
const before = fc.constantFrom('', ' ', '"', '’', 'file://', '(', 'open ', '\n');
const after = fc.constantFrom('', ' ', '"', '.', ': ', ')', ',', '\n');

test('no error reveals the path of a folder, wherever it is in the text', () => {
  const folders = fc.uniqueArray(folder, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(folders, fc.gen(), (paths, random) => {
      const names = Object.fromEntries(paths.map((path, index) => [path, `NAME${index}`]));
      const pieces = paths.map(
        (path) => `${random(() => before)}${path}${random(() => anyFile)}${random(() => after)}`,
      );
      const shown = withoutFolders(pieces.join(' '), names);
      for (const path of paths) expect(`${shown} `).not.toMatch(new RegExp(`(?<![\\w.-])${RegExp.escape(path)}[/ "]`));
    }),
    { seed: 22 },
  );
});

test('a refusal quotes only the beginning of a long address', async () => {
  const answer = sendErrorOf({ RELEASES: '/srv/releases', DATA_DIR: '/srv/data', REPORTS: undefined });
  const server = Fastify({ routerOptions: { maxParamLength: 100 }, frameworkErrors: answer });
  server.get('/:app', async () => 'an app');
  const { statusCode, body } = await server.inject(`/${'x'.repeat(9_000)}`);
  expect([statusCode, body]).toEqual([414, expect.stringContaining('RELEASE-REQUEST')]);
  expect(body.length).toBeLessThan(2_000);
});

test('other paths stay as they are', () => {
  const names = { '/srv/releases': 'RELEASES', '/srv': 'SITE', '/': 'ROOT' };
  const shown = (text: string) => withoutFolders(text, names);
  expect(shown('blog/v/web/a.js is not in /srv/releases: incomplete.')).toBe(
    'blog/v/web/a.js is not in RELEASES: incomplete.',
  );
  expect(shown("EACCES, open '/srv/releases/blog/x'; /srv/other")).toBe("EACCES, open 'RELEASES/blog/x'; SITE/other");
  const others = 'https://www.example.com/srv/releases/index.json, /srv-2/releases, /mnt/srv and and/or';
  expect(shown(others)).toBe(others);
});
