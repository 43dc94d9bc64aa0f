import { expect, test } from '@rstest/core';
import { emailAddress } from './email.ts';

test.each([
  ['Ada.L+site@Example.com', 'Ada.L+site@Example.com'],
  ['\u00a0 ada@example.com\n', 'ada@example.com'],
  ['a\u200bda\u00ad@exam\u00adple.com\ufeff', 'ada@example.com'],
  ['\u202aada@example.com\u202c', 'ada@example.com'],
  ['ad\u200da@example\u200c.com', 'ada@example.com'],
  [' ada \u200d', 'ada'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
  ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
  ['ada@b\u00adü\u200bcher.example', 'ada@xn--bcher-kva.example'],
  ['ada@bü\u200dcher.example', 'ada@xn--bcher-kva.example'],
  ['ada@straße.example', 'ada@xn--strae-oqa.example'],
  ['ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
  // The joiner is a letter's form there: without it the domain is another one.
  ['ada@نامه\u200cای.example', 'ada@xn--mgba3gch31f060k.example'],
  ['ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com'],
])('%s is written %s', (typed, address) => {
  expect(emailAddress(typed)).toBe(address);
  expect(emailAddress(address)).toBe(address);
});

test.each([
  '',
  'ada',
  'bücher.example',
  'ada lovelace@example.com',
  'a@b@example.com',
  'adä@example.com',
  'ada@bü/cher.example',
  'ada@evil.example#bücher.example',
  'ada@bü%2fcher.example',
  'ada@ü:25',
  'ada@[ü]',
  'ada@0x7f.1',
  'ada@1.2',
])('%s stays as it is, for the rule to refuse', (typed) => {
  expect(emailAddress(typed)).toBe(typed);
});
