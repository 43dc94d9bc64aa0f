import { expect, test } from '@rstest/core';
import { isPlainLine, plainLine, terminalLine, terminalText } from './plainText.ts';

test.each([
  'می\u200cخواهم',
  'क्\u200dष',
  '👨\u200d👩\u200d👧',
  'Tiếng Việt'.normalize('NFD'),
  'e-\u2060mails',
  '🇫🇷',
  'שלום',
])('%j keeps the typography of its language', (text) => {
  expect(isPlainLine(text)).toBe(true);
  expect(plainLine(text)).toBe(text);
  expect(terminalText(text)).toBe(text);
});

test('hidden characters are removed from a line', () => {
  expect(plainLine('a\u202eb\u200b c\r\n\td\u0000\u{e0041}')).toBe('ab c d');
  expect(plainLine('\u0301a')).toBe('a');
});

test('a line keeps a character exactly if it hides nothing', () => {
  for (let code = 0; code < 0x2_100; code += 1) {
    const text = `a${String.fromCharCode(code)}`;
    const isKept = isPlainLine(text);
    expect(plainLine(text) === text, `U+${code.toString(16)}`).toBe(isKept);
  }
});

test('a terminal shows hidden characters, and keeps line breaks', () => {
  expect(terminalText('a\u001b[31m\nb\u{e0041}\r\u202e')).toBe('a\\u001b[31m\nb\\udb40\\udc41\\u000d\\u202e');
});

test('in a line of a terminal, a line break is shown too', () => {
  expect(terminalLine('a\nb\u001b[2J\u2028\u{e0041} c')).toBe('a\\u000ab\\u001b[2J\\u2028\\udb40\\udc41 c');
  expect(terminalLine('Où est-\u2060elle ?')).toBe('Où est-\u2060elle ?');
});
