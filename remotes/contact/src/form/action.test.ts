import { expect, test } from '@rstest/core';
import { ApiError, ContactRejectedError } from '@site/shared';
import { fakeApi, validMessage } from '../testing/fakeApi.ts';
import { action, keyField } from './action.ts';

const post = (values: object, api = fakeApi()) =>
  action(new URLSearchParams({ ...values }), {
    language: 'fr',
    params: {},
    query: new URLSearchParams(),
    api,
    signal: new AbortController().signal,
  });

test('a valid message is sent, and the visitor is redirected to the confirmation', async () => {
  const api = fakeApi();
  expect(await post(validMessage, api)).toEqual({ redirect: '/fr/contact?sent=1#contact-sent' });
  expect(api.sendMessage.mock.calls).toEqual([
    [validMessage, 'fr', { key: expect.stringMatching(/^[0-9a-f]{32}$/), website: '', signal: expect.anything() }],
  ]);
});

test('an invalid message is returned with its errors and not sent', async () => {
  const api = fakeApi();
  const values = { ...validMessage, name: 'Léa', email: 'helene@' };
  expect(await post(values, api)).toEqual({
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
  expect(api.sendMessage).not.toHaveBeenCalled();
});

test('a message is sent with the key of its form, or with a new one if that is invalid', async () => {
  for (const [sent, used] of [
    ['0123456789abcdef', /^0123456789abcdef$/],
    ['clé-日本', /^[0-9a-f]{32}$/],
    ['a\r\nb: c', /^[0-9a-f]{32}$/],
    ['', /^[0-9a-f]{32}$/],
  ] as const) {
    const api = fakeApi();
    await post({ ...validMessage, [keyField]: sent }, api);
    expect(api.sendMessage.mock.calls[0]?.[2]?.key, sent).toMatch(used);
  }
});

test('missing fields count as empty', async () => {
  const answer = await post({});
  expect(answer).toMatchObject({ status: 422, result: { values: { name: '', email: '', subject: '', message: '' } } });
});

test('errors of the API are returned in its own words', async () => {
  const rejection = new ContactRejectedError([{ email: 'Adresse injoignable.' }]);
  expect(
    await post(
      validMessage,
      fakeApi(() => Promise.reject(rejection)),
    ),
  ).toEqual({
    status: 422,
    result: {
      values: validMessage,
      errors: [{ kind: 'rejection', field: 'email', text: 'Adresse injoignable.' }],
      key: expect.any(String),
    },
  });
});

test.each([
  [undefined, 503, 'failed'],
  [500, 503, 'failed'],
  [429, 429, 'tooMany'],
  [422, 422, 'trapped'],
] as const)(
  'when the API responds with %s, the page responds with %s and keeps the text',
  async (status, answered, reason) => {
    const failure = new ApiError('POST contact', status, undefined);
    expect(
      await post(
        validMessage,
        fakeApi(() => Promise.reject(failure)),
      ),
    ).toEqual({
      status: answered,
      result: { values: validMessage, errors: [{ kind: 'failure', reason }], key: expect.any(String) },
    });
  },
);

test('a message that is posted again after a failure has the same key', async () => {
  const answers = [new ApiError('POST contact', 503, undefined)];
  const api = fakeApi(async () => {
    const failure = answers.pop();
    if (failure) throw failure;
  });
  const failed = await post(validMessage, api);
  if (!('result' in failed)) throw new Error('The post was to fail.');
  await post({ ...validMessage, key: failed.result.key }, api);
  const keys = api.sendMessage.mock.calls.map(([, , options]) => options?.key);
  expect(keys).toEqual([failed.result.key, failed.result.key]);
});

test('a key that was already used for another message is replaced by a new one', async () => {
  const answers = [new ApiError('POST contact', 409, undefined)];
  const api = fakeApi(async () => {
    const failure = answers.pop();
    if (failure) throw failure;
  });
  expect(await post({ ...validMessage, key: 'used-before' }, api)).toEqual({
    redirect: '/fr/contact?sent=1#contact-sent',
  });
  const [first, second] = api.sendMessage.mock.calls.map(([, , options]) => options?.key);
  expect(first).toBe('used-before');
  expect(second).not.toBe(first);
});
