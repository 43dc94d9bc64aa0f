import { beforeEach, expect, test } from '@rstest/core';
import type { ApiAnswer } from '@site/renderer/apiCalls.ts';
import type { DeclaredForm } from '@site/shared/contract/release.ts';
import type { OwnForm } from '../apis/OwnApis.ts';
import { submitOwn } from './ownForm.ts';

const form: DeclaredForm = {
  to: 'events/signups',
  fields: {
    name: { min: 2, max: 20 },
    email: { format: 'email' },
    day: { options: ['monday', 'tuesday'] },
    note: { kind: 'text', required: false },
  },
};
const good = { name: 'Ada', email: 'ada@example.com', day: 'monday', note: '' };

const sent: OwnForm[] = [];
beforeEach(() => {
  sent.length = 0;
});

interface PostOptions {
  readonly wait?: number;
  readonly address?: string;
  readonly fields?: DeclaredForm['fields'];
}

/** Posts a form to an API that gives these answers in order, and then repeats the last one. */
async function post(
  values: Record<string, string> | readonly (readonly [string, string])[],
  answers: readonly Partial<ApiAnswer>[] = [{ status: 201 }],
  { wait, address = '192.0.2.1', fields = form.fields }: PostOptions = {},
) {
  const send = async (request: OwnForm): Promise<ApiAnswer> => {
    sent.push(request);
    return { status: 200, headers: {}, body: '', ...answers[Math.min(sent.length, answers.length) - 1] };
  };
  const posted = new URLSearchParams(values as Record<string, string>);
  const submission = {
    remote: 'events',
    form: { ...form, fields },
    posted,
    language: 'fr',
    params: { slug: 'fair' },
  } as const;
  return await submitOwn(
    submission,
    { ownApis: { send }, formSecret: () => 'a-secret', tooMany: async () => wait },
    { address },
  );
}

const rejected = (body: unknown) => [{ status: 422, body: JSON.stringify(body) }];
const failed = (reason: string, minutes?: number) => [{ kind: 'failure', reason, ...(minutes && { minutes }) }];

test('what a visitor has filled in is sent to the remote’s API, with the page and the language, and without anything hidden', async () => {
  expect(await post({ ...good, name: '  A\u202eda\n', admin: 'yes' })).toBeUndefined();
  expect(sent).toEqual([
    {
      remote: 'events',
      to: 'events/signups',
      body: JSON.stringify({ values: good, params: { slug: 'fair' }, language: 'fr' }),
      headers: { 'accept-language': 'fr', 'idempotency-key': expect.stringMatching(/^[0-9a-f]{32}$/) },
    },
  ]);
});

test('a form that breaks rules is shown again with all that was written, and sent to nobody', async () => {
  const values = { name: 'x'.repeat(21), email: 'ada', day: 'sunday', note: 'Kept' };
  expect(await post(values)).toEqual({
    values,
    errors: [
      { kind: 'problem', field: 'name', problem: 'name' },
      { kind: 'problem', field: 'email', problem: 'emailFormat' },
      { kind: 'problem', field: 'day', problem: 'day' },
    ],
    key: expect.any(String),
  });
  expect(sent).toEqual([]);
});

test('the same words of a visitor have the same key, others and another visitor’s have another, and a key that came back is used again', async () => {
  await post(good);
  await post(good);
  await post({ ...good, name: 'Bea' });
  await post({ ...good, key: 'a-key-of-ours' });
  await post(good, undefined, { address: '192.0.2.2' });
  const [first, second, third, fourth, fifth] = sent.map(({ headers }) => headers['idempotency-key']);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(fourth).toBe('a-key-of-ours');
  expect(fifth).not.toBe(first);
});

test('a changed form whose key the API knows is sent under a new one', async () => {
  expect(await post({ ...good, key: 'an-earlier-key' }, [{ status: 409 }, { status: 201 }])).toBeUndefined();
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
});

test('what the API says about a field is shown there, as plain text', async () => {
  const text = `Déjà inscrit\u202e<b>${'!'.repeat(400)}`;
  const refused = await post(
    good,
    rejected({ errors: [{ email: text }, { admin: 'No' }, { email: 'Second' }, 'x', null] }),
  );
  expect(refused?.errors).toEqual([
    { kind: 'rejection', field: 'email', text: expect.stringMatching(/^Déjà inscrit<b>!{285}$/) },
  ]);
});

test.each<[string, readonly Partial<ApiAnswer>[], object[]]>([
  ['gives no answer', [{ status: 0 }], failed('unknown')],
  ['isn’t asked, since it fails', [{ status: 503 }], failed('failed')],
  ['doesn’t know the address', [{ status: 404 }], failed('failed')],
  ['rejects the form without a word', rejected({}), failed('failed')],
  ['rejects the form with nonsense', [{ status: 422, body: '<html>' }], failed('failed')],
  ['rejects fields that the form lacks', rejected({ errors: [{ constructor: 'No' }] }), failed('failed')],
  ['has had too many', [{ status: 429, headers: { 'retry-after': '90' } }], failed('tooMany', 2)],
  ['has had too many, and lies about when', [{ status: 429, headers: { 'retry-after': 'soon' } }], failed('tooMany')],
])('when the API %s, the visitor learns what that means for the form', async (_, answers, errors) => {
  expect(await post(good, answers)).toMatchObject({ values: good, errors });
});

test('bots are refused: a filled trap, a form sent faster than anyone types, and too many from one network', async () => {
  expect(await post({ ...good, website: 'x' })).toMatchObject({ errors: failed('trapped') });
  expect(await post({ ...good, elapsed: '20' })).toMatchObject({ errors: failed('tooMany', 1) });
  expect(await post(good, [], { wait: 130 })).toMatchObject({ errors: failed('tooMany', 3) });
  expect(sent).toEqual([]);
});

const agreement: DeclaredForm['fields'] = { agree: { kind: 'checkbox' }, news: { kind: 'checkbox', required: false } };
const sentValues = () => sent.map(({ body }) => JSON.parse(body).values);

test('the API learns of a box whether it is ticked', async () => {
  expect(await post({ agree: 'on' }, undefined, { fields: agreement })).toBeUndefined();
  expect(await post({ agree: 'on', news: 'on' }, undefined, { fields: agreement })).toBeUndefined();
  expect(sentValues()).toEqual([
    { agree: true, news: false },
    { agree: true, news: true },
  ]);
});

test.each<[string, readonly (readonly [string, string])[]]>([
  ['nothing', []],
  ['true', [['agree', 'true']]],
  ['1', [['agree', '1']]],
  ['off', [['agree', 'off']]],
  ['capitals', [['agree', 'ON']]],
  ['a list', [['agree[]', 'on']]],
  ['a part of a list', [['agree[0]', 'on']]],
  [
    'nothing, then on',
    [
      ['agree', ''],
      ['agree', 'on'],
    ],
  ],
  ['much', [['agree', 'on'.repeat(5_000)]]],
])('a box that must be ticked isn’t by %s', async (_, posted) => {
  const refused = await post(posted, undefined, { fields: agreement });
  expect(refused).toMatchObject({ errors: [{ field: 'agree', problem: 'agree' }] });
  expect(sent).toEqual([]);
});

test('a box that is sent twice is ticked once', async () => {
  expect(
    await post(
      [
        ['agree', 'on'],
        ['agree', 'on'],
        ['news', 'on'],
      ],
      undefined,
      { fields: agreement },
    ),
  ).toBeUndefined();
  expect(sentValues()).toEqual([{ agree: true, news: true }]);
});

test('a value that doesn’t look like its pattern is shown again, whatever it holds', async () => {
  const fields: DeclaredForm['fields'] = { code: { format: { pattern: '[A-Z]{2}-\\d{4}' } } };
  expect(await post({ code: 'AB-12345' }, undefined, { fields })).toMatchObject({
    values: { code: 'AB-12345' },
    errors: [{ kind: 'problem', field: 'code', problem: 'codeFormat' }],
  });
  expect(await post({ code: ' AB-1234\u202e' }, undefined, { fields })).toBeUndefined();
  expect(sentValues()).toEqual([{ code: 'AB-1234' }]);
});

test('an address of another alphabet reaches the remote’s API as mail programs write it', async () => {
  expect(await post({ ...good, email: 'ada@bücher\u00ad.example' })).toBeUndefined();
  expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ values: { email: 'ada@xn--bcher-kva.example' } });
});
