import { expect, test } from '@rstest/core';
import { withoutLater } from './lateMessages.ts';
import type { View } from './view.ts';

const messages = {
  shell: { form: { refused: 'the shell’s' } },
  contact: { form: { send: 'Send', refused: 'No', wait_one: '1', wait_other: '2', waiting: '…' }, refused: 'a text' },
};

const page = (result?: object) =>
  ({
    kind: 'page',
    result,
    loaded: { page: { strings: { namespace: 'contact', later: ['form.refused', 'form.wait'] } } },
  }) as unknown as View['content'];

test('a document lacks the messages that its page loads later, in all plural forms', () => {
  expect(withoutLater(messages, page())).toEqual({
    shell: messages.shell,
    contact: { form: { send: 'Send', waiting: '…' }, refused: 'a text' },
  });
});

test('the answer to a form has all', () => {
  expect(withoutLater(messages, page({ errors: [] }))).toBe(messages);
  expect(withoutLater(messages, { kind: 'not-found' })).toBe(messages);
});
