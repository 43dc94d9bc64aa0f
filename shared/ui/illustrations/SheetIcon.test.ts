import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import type { SheetIconName } from './SheetIcon.tsx';

/** Every name that the type allows. */
const names: Readonly<Record<SheetIconName, true>> = {
  blocks: true,
  'code-xml': true,
  'database-backup': true,
  eye: true,
  'file-code-corner': true,
  gauge: true,
  'panels-top-left': true,
  'piggy-bank': true,
  'plug-zap': true,
  quote: true,
  'rotate-ccw-clock': true,
  ruler: true,
  scissors: true,
  send: true,
  sparkles: true,
  timer: true,
  'trending-up': true,
  users: true,
  'users-round': true,
  'waves-horizontal': true,
  wrench: true,
};

test('the sheet has every icon that a page may name, and no other', () => {
  const sheet = readFileSync(join(import.meta.dirname, 'icons.svg'), 'utf8');
  const found = [...sheet.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(found.toSorted()).toEqual(Object.keys(names).sort());
});
