import { expect, test } from '@rstest/core';
import { answerLink } from './answerLink.ts';

const message = { email: 'ada@example.com', subject: 'An engine', message: 'Could you?\nAda' };

/** The link as a mail program reads it. */
function read(link: string | undefined) {
  const url = new URL(link ?? '');
  return { to: decodeURIComponent(url.pathname), fields: [...url.searchParams] };
}

test('a link answers a message with its subject and its words quoted', () => {
  expect(read(answerLink(message, 'Ada wrote:'))).toEqual({
    to: 'ada@example.com',
    fields: [
      ['subject', 'Re: An engine'],
      ['body', '\r\n\r\nAda wrote:\r\n> Could you?\r\n> Ada'],
    ],
  });
  expect(read(answerLink({ ...message, subject: 'RE: An engine' }, '')).fields[0]).toEqual([
    'subject',
    'RE: An engine',
  ]);
});

const injections = [
  'x&bcc=evil@example.com',
  'x?cc=evil@example.com&body=y',
  'x\r\nBcc: evil@example.com',
  'x%0D%0ABcc:evil@example.com',
  'x#&bcc=evil@example.com',
  '"><script>',
  '\ud800 \u202e \u0000',
];

test.for(injections)('%j in a subject, a name or a text adds no field to the mail', (words) => {
  const { to, fields } = read(answerLink({ ...message, subject: words, message: words }, words));
  expect(to).toBe('ada@example.com');
  expect(fields.map(([name]) => name)).toEqual(['subject', 'body']);
  expect(fields[0]?.[1]).not.toMatch(/[\r\n]/);
  const link = answerLink({ ...message, subject: words, message: words }, words) ?? '';
  expect(link).not.toMatch(/[\s"<>\\^`{|}]/);
  expect(link.match(/&/g)).toHaveLength(1);
});

test.for([
  'ada@example.com,evil@example.com',
  'ada,evil@example.com',
  'ada@example.com?bcc=evil@example.com',
  'ada@evil.example@example.com',
  'Ada <ada@example.com>',
  'ada@example.com\r\nBcc: evil@example.com',
  'ada@example.com;evil',
  '"ada, evil"@example.com',
  'ada',
  '',
])('%j is no address to write to', (email) => {
  expect(answerLink({ ...message, email }, '')).toBeUndefined();
});

test('an address with unusual letters stays itself', () => {
  expect(read(answerLink({ ...message, email: "o'neil+a&b=%c@bücher.example" }, '')).to).toBe(
    "o'neil+a&b=%c@xn--bcher-kva.example",
  );
  expect(read(answerLink({ ...message, email: 'josé@example.com' }, '')).to).toBe('josé@example.com');
});

test('a long message is cut so that every mail program takes the link', () => {
  const link = answerLink({ ...message, subject: 'é'.repeat(100), message: '\u{1F3E0}'.repeat(5_000) }, '') ?? '';
  expect(link.length).toBeLessThanOrEqual(1_900);
  expect(read(link).fields[1]?.[1]).toMatch(/> \u{1F3E0}+…$/u);
});
