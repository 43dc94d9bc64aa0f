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

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');

test('each icon that a page may name is shown from its place in the file, which has no other', () => {
  const drawn = [...read('icons.svg').matchAll(/ id="([^"]+)"(?: transform="translate\(0 (\d+)\)")?/g)];
  const shown = [...read('SheetIcon.module.css').matchAll(/\.([\w-]+) \{\s*--sheet-icon: (\d+);/g)];
  const places = Object.fromEntries(drawn.map(([, id = '', top = '0']) => [id, Number(top) / 24]));
  expect(Object.fromEntries(shown.map(([, name = '', place]) => [name, Number(place)]))).toEqual(places);
  expect(Object.keys(places).sort()).toEqual(Object.keys(names).sort());
  expect(read('icons.svg')).toContain(`viewBox="0 0 24 ${24 * drawn.length}"`);
});
