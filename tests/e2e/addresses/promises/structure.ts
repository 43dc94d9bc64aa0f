import { expect } from '@playwright/test';
import type { Visited } from './Visited.ts';

const levelsOf = (html: string) => [...html.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));

/** The attributes of each element with a tag, as text. */
export const attributesOf = (html: string, tag: string): readonly string[] =>
  [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>`, 'g'))].map(([, text = '']) => text);

export function hasOutline({ kind, language, answer: { body } }: Visited): void {
  const levels = levelsOf(body);
  expect(levels.filter((level) => level === 1)).toHaveLength(kind === 'empty' ? 0 : 1);
  const jumps = levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1);
  expect(jumps, `levels ${levels.join(' ')}`).toEqual([]);
  for (const landmark of ['main', 'footer']) expect(attributesOf(body, landmark), landmark).toHaveLength(1);
  for (const navigation of attributesOf(body, 'nav')) expect(navigation).toMatch(/ aria-label(ledby)?="[^"]+"/);
  // VoiceOver announces a list without markers only when it has an explicit role.
  for (const list of attributesOf(body, '[uo]l')) expect(list).toContain(' role="list"');
  expect(body).toContain(`<html lang="${language}"`);
}
