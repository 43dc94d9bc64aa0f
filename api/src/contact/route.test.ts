import { afterEach, beforeEach, describe, expect, test } from '@rstest/core';
import { goodMessage, startTestApi, type TestApi, tokenHeaders } from '@site/testkit/api/testApi.ts';
import { selectMessages } from './store.ts';

let api: TestApi;
beforeEach(async () => {
  api = await startTestApi({ contactRate: { max: 100, timeWindow: 60_000 } });
});
afterEach(() => api.close());

/** The messages as another process sees them: only committed ones. */
const storedMessages = async () => await selectMessages(await api.openAgain());

describe('a message that breaks the rules', () => {
  const nothing = { name: '', email: '', subject: '', message: '' };

  test.each([
    [
      'en',
      [
        'Name required or length incorrect',
        'Email required.',
        'Subject required or length incorrect.',
        'Message required or length incorrect.',
      ],
    ],
    [
      'fr',
      [
        'Nom obligatoire ou longueur incorrecte',
        'Adresse e-mail obligatoire.',
        'Objet obligatoire ou longueur incorrecte.',
        'Message obligatoire ou longueur incorrecte.',
      ],
    ],
    [
      'es',
      [
        'Nombre obligatorio o longitud incorrecta',
        'Correo electrónico obligatorio.',
        'Asunto obligatorio o longitud incorrecta.',
        'Mensaje obligatorio o longitud incorrecta.',
      ],
    ],
  ] as const)('is answered with its errors in %s', async (language, [name, email, subject, message]) => {
    const response = await api.send(nothing, { 'accept-language': `${language};q=0.9, de` });
    expect(response.statusCode).toBe(422);
    expect(response.headers['content-language']).toBe(language);
    expect(response.json()).toEqual({ errors: [{ name }, { email }, { subject }, { message }] });
    expect(await storedMessages()).toEqual([]);
  });

  test('has at most one error per field', async () => {
    const response = await api.send({ ...goodMessage, email: `${'a'.repeat(300)}@`, subject: 'x'.repeat(201) });
    expect(response.statusCode).toBe(422);
    expect(response.json()).toEqual({
      errors: [{ email: 'Valid email required.' }, { subject: 'Subject required or length incorrect.' }],
    });
  });

  test.each([
    ['name', 'x'.repeat(101)],
    ['email', `a@${'b.'.repeat(130)}fr`],
    ['message', 'x'.repeat(10_001)],
    ['name', 5],
    ['name', null],
    ['name', { toString: 'x' }],
    ['message', ['long enough to pass']],
    ['subject', '\u0000\u0001\u0002\u0003\u0004'],
  ])('is refused because of its %s: %#', async (field, value) => {
    const response = await api.send({ ...goodMessage, [field]: value });
    expect(response.statusCode).toBe(422);
    expect(response.json().errors.map(Object.keys)).toEqual([[field]]);
  });
});

describe('a body that isn’t a message', () => {
  test.each([
    '[]',
    'null',
    '5',
    '"text"',
    'true',
    '{',
    '',
    '{"__proto__": {"name": "x"}}',
    '{"constructor": {"prototype": {"name": "x"}}}',
  ])('%j is a bad request', async (body) => {
    const response = await api.send(body);
    expect(response.statusCode).toBe(400);
    expect(response.json().error.code).toBe('invalid_request');
    expect(response.body).not.toContain('SyntaxError');
  });

  test('of more than a form may have is too large', async () => {
    const response = await api.send({ ...goodMessage, message: 'x'.repeat(150_000) });
    expect(response.statusCode).toBe(413);
    expect(response.json().error.code).toBe('too_large');
  });

  test.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x', 'nonsense'])(
    'of type %s is not accepted',
    async (type) => {
      const response = await api.send('name=Ada', { 'content-type': type });
      expect(response.statusCode).toBe(415);
      expect(response.json().error.code).toBe('unsupported_type');
    },
  );
});

describe('a message from a bot', () => {
  test('is refused, with an answer that helps people who are mistaken for one', async () => {
    const trapped = await api.send({ ...goodMessage, website: 'https://spam.example' }, { 'accept-language': 'fr' });
    expect([trapped.statusCode, trapped.json().error.code]).toEqual([422, 'trap_filled']);
    expect(trapped.json().error.message).toContain('renvoyez votre message');
    const hasty = await api.send({ ...goodMessage, elapsed: 200 });
    expect([hasty.statusCode, hasty.json().error.code]).toEqual([429, 'too_fast']);
    expect(Number(hasty.headers['retry-after'])).toBeGreaterThan(0);
    expect(await storedMessages()).toEqual([]);
  });

  test('is not confused with what people send, with or without scripts', async () => {
    expect((await api.send({ ...goodMessage, website: '', elapsed: 20_000 })).statusCode).toBe(201);
    expect((await api.send({ ...goodMessage, subject: 'Without scripts', website: '' })).statusCode).toBe(201);
  });
});

describe('protection against other sites', () => {
  async function statusOf(headers: Record<string, string>): Promise<[number, string?]> {
    const response = await api.send(goodMessage, headers);
    return response.statusCode === 201 ? [201] : [response.statusCode, response.json().error.code];
  }

  test('refuses a message whose cookie and header disagree', async () => {
    const refused = [403, 'xsrf_mismatch'];
    expect(await statusOf({ cookie: '' })).toEqual(refused);
    expect(await statusOf({ 'x-xsrf-token': '' })).toEqual(refused);
    expect(await statusOf({ cookie: 'XSRF-TOKEN=', 'x-xsrf-token': '' })).toEqual(refused);
    expect(await statusOf({ 'x-xsrf-token': 'abcdefghijklmnopqrstuvwxyZ' })).toEqual(refused);
    expect(await statusOf({ 'x-xsrf-token': 'abcdefghijklmnopqrstuvwxyz0' })).toEqual(refused);
    expect(await storedMessages()).toEqual([]);
  });

  test('refuses what another site makes a browser send', async () => {
    const refused = [403, 'cross_site'];
    expect(await statusOf({ 'sec-fetch-site': 'cross-site' })).toEqual(refused);
    expect(await statusOf({ 'sec-fetch-site': 'same-site' })).toEqual(refused);
    expect(await statusOf({ origin: 'https://evil.example' })).toEqual(refused);
    expect(await statusOf({ origin: 'null' })).toEqual(refused);
    expect(await statusOf({ host: 'site.example', origin: 'http://site.example:81' })).toEqual(refused);
  });

  test('accepts what the site itself sends', async () => {
    expect(await statusOf({ 'sec-fetch-site': 'same-origin' })).toEqual([201]);
    expect(await statusOf({ host: 'site.example:3000', origin: 'http://site.example:3000' })).toEqual([201]);
    expect(
      await statusOf({ host: 'inside:3000', 'x-forwarded-host': 'site.example', origin: 'https://site.example' }),
    ).toEqual([201]);
  });

  test('answers in the visitor’s language', async () => {
    const response = await api.send(goodMessage, { cookie: '', 'accept-language': 'fr' });
    expect(response.json().error.message).toContain('Rechargez la page');
  });
});

test('behind a proxy that changes the host, messages from the public origin are accepted', async () => {
  const behindProxy = await startTestApi({ siteOrigin: 'https://www.site.example' });
  const response = await behindProxy.send(goodMessage, { host: 'inside:3000', origin: 'https://www.site.example' });
  await behindProxy.close();
  expect(response.statusCode).toBe(201);
});

test('the form’s token works for the server’s own call too', async () => {
  const response = await api.server.inject({
    method: 'POST',
    url: '/api/v1/contact',
    headers: tokenHeaders,
    payload: goodMessage,
  });
  expect(response.statusCode).toBe(201);
});

test('an address of another alphabet, or with pasted characters that nobody sees, is stored as mail programs write it', async () => {
  const response = await api.send({ ...goodMessage, email: ' ada\u200b@b\u00adücher.example' });
  expect(response.statusCode).toBe(201);
  expect((await storedMessages()).map(({ email }) => email)).toEqual(['ada@xn--bcher-kva.example']);
});
