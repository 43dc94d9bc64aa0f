import { expect, test } from '@rstest/core';
import { lineHeight, setTitle } from './setTitle.ts';

/** A face whose letters are all half as wide as they are high. */
const measure = (text: string) => text.length / 2;

test('a short title is on one line, as large as possible', () => {
  expect(setTitle('Blog', { width: 1000, height: 200 }, measure)).toEqual({ lines: ['Blog'], size: 116 });
});

test('a long title is broken into lines of nearly the same length', () => {
  const { lines } = setTitle('Faites de votre site un bel endroit', { width: 1000, height: 200 }, measure);
  expect(lines).toEqual(['Faites de votre', 'site un bel endroit']);
});

test.each([
  'Make your web a better place',
  'Politique de confidentialité',
  'Tout ce que nous pouvons faire pour votre web, vos e-mails et votre référencement, en Europe',
])('"%s" fits its space', (title) => {
  const room = { width: 1000, height: 200 };
  const { lines, size } = setTitle(title, room, measure);
  expect(lines.join(' ')).toBe(title);
  expect(lines.length * size * lineHeight).toBeLessThanOrEqual(room.height);
  for (const line of lines) expect(measure(line) * size).toBeLessThanOrEqual(room.width);
});

test('a title that no size fits fails the build', () => {
  expect(() => setTitle('x'.repeat(200), { width: 1000, height: 200 }, measure)).toThrow('Shorten it');
});
