import { expect, test } from '@rstest/core';
import { isPlainLine, plainLine, terminalText } from './plainText.ts';

test.each([
  'می\u200cخواهم',
  'क्\u200dष',
  '👨\u200d👩\u200d👧',
  'Tiếng Việt'.normalize('NFD'),
  'e-\u2060mails',
  '🇫🇷',
  'שלום',
])('%j is written as its language wants it', (text) => {
  expect(isPlainLine(text)).toBe(true);
  expect(plainLine(text)).toBe(text);
  expect(terminalText(text)).toBe(text);
});

test('what a text hides is left out of a line', () => {
  expect(plainLine('a\u202eb\u200b c\r\n\td\u0000\u{e0041}')).toBe('ab c d');
  expect(plainLine('\u0301a')).toBe('a');
});

test('a terminal shows what a text hides, and keeps its lines', () => {
  expect(terminalText('a\u001b[31m\nb\u{e0041}\r\u202e')).toBe('a\\u001b[31m\nb\\udb40\\udc41\\u000d\\u202e');
});
