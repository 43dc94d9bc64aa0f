import { expect, test } from '@rstest/core';
import { type ApiCall, noAnswer, type Visitor } from '@site/renderer/apiCalls.ts';
import type { ContactMessage } from '@site/shared';
import { hiddenFields } from '@site/shared/contract/form/names.ts';
import type { FetchedResponse } from '@site/shell/render/messages.ts';
import { submitContact } from './contactForm.ts';

/** A valid message. */
const message: ContactMessage = {
  name: 'Hélène Marchand',
  email: 'helene@boutique.example',
  subject: 'Newsletter lands in spam',
  message: 'Since March about half of our newsletter ends up in spam.',
};
const visitor = { address: '192.0.2.1' };

const answer = (status: number, body: object = {}, more = {}): FetchedResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...more },
  body: JSON.stringify(body),
});

/** Posts a form to an API that gives these answers in order, and then repeats the last one. */
async function post(values: object, ...answers: readonly FetchedResponse[]) {
  const calls: (ApiCall & { readonly visitor: Visitor })[] = [];
  const call = async (request: ApiCall, by: Visitor) => {
    calls.push({ ...request, visitor: by });
    return answers[Math.min(calls.length, answers.length) - 1] ?? answer(201);
  };
  const refused = await submitContact(new URLSearchParams({ ...values }), 'fr', { call }, visitor);
  return { refused, calls, keys: calls.map(({ headers }) => headers['idempotency-key']) };
}

test('a valid message is sent for its visitor, in the visitor’s language', async () => {
  const { refused, calls } = await post(message);
  expect(refused).toBeUndefined();
  expect(calls).toEqual([
    {
      method: 'POST',
      path: '/api/v1/contact',
      headers: expect.objectContaining({
        'accept-language': 'fr',
        'content-type': 'application/json',
        'idempotency-key': expect.stringMatching(/^[0-9a-f]{32}$/),
      }),
      body: JSON.stringify({ ...message, website: '' }),
      visitor,
    },
  ]);
});

test('an invalid message is returned with its errors and not sent', async () => {
  const values = { ...message, name: 'Léa', email: 'helene@' };
  const { refused, calls } = await post(values);
  expect(refused).toEqual({
    status: 422,
    result: {
      values,
      errors: [
        { kind: 'problem', field: 'name', problem: 'name' },
        { kind: 'problem', field: 'email', problem: 'emailFormat' },
      ],
      key: expect.any(String),
    },
  });
  expect(calls).toEqual([]);
});

test('a message is sent with the key of its form, or with a new one if that is invalid', async () => {
  for (const [sent, used] of [
    ['0123456789abcdef', /^0123456789abcdef$/],
    ['clé-日本', /^[0-9a-f]{32}$/],
    ['a\r\nb: c', /^[0-9a-f]{32}$/],
    ['', /^[0-9a-f]{32}$/],
  ] as const) {
    const { keys } = await post({ ...message, [hiddenFields.key]: sent });
    expect(keys[0], sent).toMatch(used);
  }
});

test('missing fields count as empty, and the honeypot goes to the API', async () => {
  expect((await post({})).refused).toMatchObject({
    status: 422,
    result: { values: { name: '', email: '', subject: '', message: '' } },
  });
  const { calls } = await post({ ...message, [hiddenFields.honeypot]: 'https://spam.example' });
  expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({ website: 'https://spam.example' });
});

test('errors of the API are returned in its own words', async () => {
  const { refused } = await post(message, answer(422, { errors: [{ email: 'Adresse injoignable.' }] }));
  expect(refused).toEqual({
    status: 422,
    result: {
      values: message,
      errors: [{ kind: 'rejection', field: 'email', text: 'Adresse injoignable.' }],
      key: expect.any(String),
    },
  });
});

test.each([
  [noAnswer, 503, { reason: 'unknown' }],
  [answer(500), 503, { reason: 'unknown' }],
  [answer(503, { error: { code: 'storage_unavailable' } }), 503, { reason: 'failed' }],
  [answer(429, {}, { 'retry-after': '600' }), 429, { reason: 'tooMany', minutes: 10 }],
  [answer(422), 422, { reason: 'trapped' }],
] as const)(
  'when the API responds with %o, the page responds with %s and keeps the text',
  async (given, status, why) => {
    const { refused, calls } = await post(message, given);
    expect(refused).toEqual({
      status,
      result: { values: message, errors: [{ kind: 'failure', ...why }], key: expect.any(String) },
    });
    expect(calls).toHaveLength(1);
  },
);

test('a message that is posted again after a failure has the same key', async () => {
  const { refused, keys } = await post(message, noAnswer);
  const again = await post({ ...message, [hiddenFields.key]: refused?.result.key }, answer(201));
  expect(again.refused).toBeUndefined();
  expect(again.keys).toEqual(keys);
});

test('a key that was already used for another message is replaced by a new one', async () => {
  const { refused, keys } = await post({ ...message, key: 'used-before' }, answer(409), answer(201));
  expect(refused).toBeUndefined();
  expect(keys).toEqual(['used-before', expect.stringMatching(/^[0-9a-f]{32}$/)]);
});

test('an address of another alphabet, or with pasted characters that nobody sees, is valid and sent as mail programs write it', async () => {
  const { refused, calls } = await post({ ...message, email: ' ada\u200b@b\u00adücher.example' });
  expect(refused).toBeUndefined();
  expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({ email: 'ada@xn--bcher-kva.example' });
});

test('a refused form keeps its address as it was typed', async () => {
  const { refused } = await post({ ...message, name: '', email: 'ada@bücher.example' });
  expect(refused?.result).toMatchObject({
    values: { email: 'ada@bücher.example' },
    errors: [{ kind: 'problem', field: 'name', problem: 'name' }],
  });
});

test('a message that is too long comes back as it was typed, and is not sent', async () => {
  const values = { ...message, message: '你'.repeat(10_001) };
  const { refused, calls } = await post(values);
  expect(refused).toEqual({
    status: 422,
    result: { values, errors: [{ kind: 'problem', field: 'message', problem: 'message' }], key: expect.any(String) },
  });
  expect(calls).toEqual([]);
});

test('a line break counts as one character, as in the browser', async () => {
  const { refused, calls } = await post({ ...message, message: 'One\r\n'.repeat(2_500) });
  expect(refused).toBeUndefined();
  expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({ message: 'One\n'.repeat(2_500) });
});
