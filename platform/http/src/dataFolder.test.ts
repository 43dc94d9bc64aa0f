import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { prepareDataFolder } from './dataFolder.ts';

let parent: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'data-'));
});

afterEach(() => rmSync(parent, { recursive: true }));

test('a new data folder is private; one that others may read causes a warning', () => {
  const folder = join(parent, 'data');
  expect(prepareDataFolder(folder)).toBeUndefined();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  chmodSync(folder, 0o750);
  expect(prepareDataFolder(folder)).toMatch(/^SITE-DATA-MODE .* \(mode 750\)/);
});
