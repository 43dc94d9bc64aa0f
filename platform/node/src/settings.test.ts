import { expect, test } from '@rstest/core';
import { explain } from './settings.ts';

const systemError = (code: string, syscall: string, path?: string) =>
  Object.assign(new Error(`${code}: as Node says it, ${syscall} '${path}'`), { code, syscall, ...(path && { path }) });

test.each([
  ['a read-only folder', systemError('EROFS', 'open', '/srv/events/.cache/events.lock')],
  ['a full disk', systemError('ENOSPC', 'write')],
  ['too few file watchers', systemError('ENOSPC', 'watch', '/srv/events/src')],
  ['someone else’s folder', systemError('EACCES', 'mkdir', '/srv/events/dist')],
  ['too many open files', systemError('EMFILE', 'open', '/srv/events/src')],
])('%s is one line with a code, not a stack', (_, error) => {
  expect(explain(error)).toBe(
    `SITE-FILES ${error.message}. Let this user write there, free space on the disk, or raise the named limit.`,
  );
});

test('a port that this user may not take isn’t mistaken for a folder', () => {
  expect(explain(systemError('EACCES', 'listen'))).toMatch(/^SITE-PORT /);
});

test('a HOST whose name can’t be looked up is one line', () => {
  expect(explain(systemError('EAI_AGAIN', 'getaddrinfo'))).toMatch(/^SITE-HOST .*Set HOST/);
});

test('a mistake in a program keeps its stack', () => {
  const missing = systemError('ENOENT', 'open', '/srv/events/src');
  expect(explain(missing)).toBe(missing);
});
