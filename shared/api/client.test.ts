/** @rstest-environment node */
import { expect, rstest, test } from '@rstest/core';
import { limits } from '../contract/limits.ts';
import { createApiClient } from './client.ts';
import { ApiError, ContactRejectedError } from './errors.ts';

const message = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'An engine',
  message: 'Could you build one?',
};
const key = 'one-key-for-one-message';

/** A client whose network gives these responses in order, and then repeats the last one. */
function clientOf(...answers: readonly (() => Response)[]) {
  const requests: Request[] = [];
  const network = async (request: Request) => {
    requests.push(request.clone());
    const answer = answers[Math.min(requests.length, answers.length) - 1];
    if (!answer) throw new Error('The test has no answer left.');
    return answer();
  };
  const client = createApiClient({
    prefix: 'https://site.example/api/v1',
    site: 'https://site.example',
    fetch: network as typeof fetch,
    cookies: () => 'XSRF-TOKEN=token',
  });
  return { client, requests };
}

const offline = () => {
  throw new TypeError('Failed to fetch');
};
const status = (code: number) => () => new Response('{}', { status: code });

test('a message without a response, or with a server error, is resent with its key until accepted', async () => {
  const { client, requests } = clientOf(offline, status(502), status(201));
  const onRetry = rstest.fn();
  await client.sendMessage(message, 'fr', { key, onRetry });
  expect(requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual([key, key, key]);
  expect(await requests[2]?.json()).toEqual(message);
  expect(onRetry).toHaveBeenCalledTimes(2);
});

test('after several attempts, the client throws the last error', async () => {
  rstest.spyOn(Math, 'random').mockReturnValue(1);
  const { client, requests } = clientOf(status(500));
  const failure = await client.sendMessage(message, 'fr', { key }).catch((error: unknown) => error);
  rstest.restoreAllMocks();
  expect(failure).toBeInstanceOf(ApiError);
  expect((failure as ApiError).status).toBe(500);
  expect(requests).toHaveLength(1 + limits.sendAgain.times);
});

const refused = (code: string) => () => Response.json({ error: { code } }, { status: 503 });

test.each([
  ['it had no answer', [offline], true],
  ['a proxy answered', [status(502)], true],
  ['the API doesn’t know', [() => Response.json({ error: { code: 'outcome_unknown' } }, { status: 504 })], true],
  ['an earlier try may have arrived', [offline, refused('storage_unavailable')], true],
  ['every try was refused', [refused('storage_unavailable'), refused('overloaded')], false],
])('the client knows whether a message may be stored: %s', async (_, answers, mayBeStored) => {
  const { client } = clientOf(...answers);
  const failure = await client.sendMessage(message, 'en', { key }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect('mayBeStored' in (failure as ApiError)).toBe(mayBeStored);
});

test.each([400, 403, 409, 413, 422, 429])('a message that is refused with %s is not resent', async (code) => {
  const { client, requests } = clientOf(status(code));
  await expect(client.sendMessage(message, 'en', { key })).rejects.toThrow();
  expect(requests).toHaveLength(1);
});

/** An API that wants the token of a cookie which the page doesn't see, or not first. */
function apiWithToken(expected: string | undefined, tokenInHeader = expected) {
  const calls: string[] = [];
  const network = async ({ method, url, headers }: Request) => {
    const token = headers.get('x-xsrf-token');
    calls.push(`${method} ${new URL(url).pathname.split('/').at(-1)} ${token ?? ''}`.trim());
    if (method === 'GET')
      return new Response(null, {
        status: 204,
        headers: tokenInHeader === undefined ? {} : { 'x-xsrf-token': tokenInHeader },
      });
    return token === expected
      ? Response.json({}, { status: 201 })
      : Response.json({ error: { code: 'xsrf_mismatch' } }, { status: 403 });
  };
  const prefix = 'https://site.example/api/v1';
  // Of two cookies, browsers name the one with the longer path first.
  const cookies = () => 'XSRF-TOKEN=of-another-program; XSRF-TOKEN=ours';
  return { calls, client: createApiClient({ prefix, fetch: network as typeof fetch, cookies }) };
}

test('another program’s cookie of the same name costs one more try: the token that the API’s request carries counts', async () => {
  const { client, calls } = apiWithToken('ours');
  await client.sendMessage(message, 'en', { key });
  expect(calls).toEqual(['POST contact of-another-program', 'GET xsrf', 'POST contact ours']);
});

test.each([
  [
    'another one each time, where cookies are blocked',
    'another',
    ['POST contact of-another-program', 'GET xsrf', 'POST contact another'],
  ],
  ['the same', 'of-another-program', ['POST contact of-another-program', 'GET xsrf']],
  ['none', undefined, ['POST contact of-another-program', 'GET xsrf']],
])('a token that stays wrong is asked for once: the API says %s', async (_, token, expected) => {
  const { client, calls } = apiWithToken('nobody’s', token);
  const failure = await client.sendMessage(message, 'en', { key }).catch((error: unknown) => error);
  expect([(failure as ApiError).status, calls]).toEqual([403, expected]);
});

test('a message without a key is never resent: it could be stored twice', async () => {
  const { client, requests } = clientOf(offline);
  await expect(client.sendMessage(message, 'en')).rejects.toThrow(ApiError);
  expect(requests).toHaveLength(1);
});

test('an API with only the three specified endpoints gets the message, without a token header if there is no cookie', async () => {
  const paths: string[] = [];
  const network = async (request: Request) => {
    const { pathname } = new URL(request.url);
    paths.push(`${request.method} ${pathname} ${request.headers.get('x-xsrf-token')}`);
    return pathname.endsWith('/contact')
      ? new Response('{}', { status: 200 })
      : new Response('Not Found', { status: 404 });
  };
  const prefix = 'https://site.example/api/v1';
  await createApiClient({ prefix, fetch: network as typeof fetch, cookies: () => '' }).sendMessage(message, 'en', {
    key,
  });
  expect(paths.at(-1)).toBe('POST /api/v1/contact null');
  const withCookie = () => 'other=1; XSRF-TOKEN=to%20ken';
  await createApiClient({ prefix, fetch: network as typeof fetch, cookies: withCookie }).sendMessage(message, 'en');
  expect(paths.at(-1)).toBe('POST /api/v1/contact to ken');
});

test('a cookie that can’t be decoded is sent unchanged; one that is not a valid header is not sent', async () => {
  const sent: (string | null)[] = [];
  const network = async ({ headers }: Request) => {
    sent.push(headers.get('x-xsrf-token'));
    return new Response('{}');
  };
  for (const value of ['%zz', '%0d%0a', '%E2%82%AC']) {
    const options = { prefix: 'https://site.example/api/v1', cookies: () => `XSRF-TOKEN=${value}` };
    await createApiClient({ ...options, fetch: network as typeof fetch }).sendMessage(message, 'en');
  }
  expect(sent.filter(Boolean)).toEqual(['%zz', '%E2%82%AC']);
});

test.each([
  ['a proxy’s page', '<!doctype html><title>Sign in</title>'],
  ['a truncated response', '{"sent":'],
])('%s with status 200 does not count as sent', async (_, body) => {
  const { client, requests } = clientOf(() => new Response(body, { status: 200 }));
  await expect(client.sendMessage(message, 'en', { key })).rejects.toThrow(ApiError);
  expect(requests).toHaveLength(1);
});

test('a response without a body, or with any JSON, counts as sent; a list of errors never does', async () => {
  for (const answer of [
    new Response(null, { status: 204 }),
    new Response('', { status: 201 }),
    Response.json({ ok: 1 }),
  ])
    await clientOf(() => answer).client.sendMessage(message, 'en', { key });
  const refusal = () => Response.json({ errors: [{ email: 'No.' }] });
  await expect(clientOf(refusal).client.sendMessage(message, 'en', { key })).rejects.toThrow(ContactRejectedError);
});

test('an error while reloading a list contains the last good list', async () => {
  const list = { news: [{ uid: '1', slug: 'a', title: 'A' }] };
  const { client } = clientOf(
    () => Response.json(list),
    status(500),
    () => new Response('<html>'),
    offline,
  );
  const [known] = await client.listNews('en');
  for (let call = 0; call < 3; call += 1) {
    const error = await client.listNews('en').catch((reason: unknown) => reason);
    expect((error as ApiError).lastGood).toEqual([known]);
  }
  expect(((await client.listNews('fr').catch((reason: unknown) => reason)) as ApiError).lastGood).toBeUndefined();
});

test('an error says when to try again, if the API does', async () => {
  for (const [header, seconds] of [
    ['120', 120],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  ] as const) {
    const { client } = clientOf(() => Response.json({}, { status: 429, headers: { 'retry-after': header } }));
    const error = await client.sendMessage(message, 'en').catch((reason: unknown) => reason);
    expect((error as ApiError).retryAfter).toBe(seconds);
  }
});

test('an error contains the last good list that the server sends', async () => {
  const list = { news: [{ uid: '1', slug: 'a', title: 'A' }] };
  const { client } = clientOf(() => Response.json(list, { status: 503, headers: { 'x-last-good': '1' } }));
  const error = (await client.listNews('en').catch((reason: unknown) => reason)) as ApiError;
  expect(error.status).toBe(503);
  expect(error.lastGood).toMatchObject([{ slug: 'a' }]);
});

/** A Standard Schema that takes lists of texts. */
const texts = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value: unknown) =>
      Array.isArray(value) && value.every((item) => typeof item === 'string')
        ? { value: value as string[] }
        : { issues: [{ message: 'must be a text', path: [1, { key: 'title' }] }] },
  },
} as const;

test('a remote reads from its own API on the site’s origin, without cookies', async () => {
  const { client, requests } = clientOf(() => Response.json(['A fair']));
  expect(await client.read('events/upcoming.json?q=a%20b', texts)).toEqual(['A fair']);
  expect(requests.map(({ url, credentials }) => [url, credentials])).toEqual([
    ['https://site.example/api/remotes/events/upcoming.json?q=a%20b', 'omit'],
  ]);
});

test('what doesn’t fit the schema is an error that says where, and the log has it without what a visitor typed', async () => {
  const said = rstest.spyOn(console, 'error').mockImplementation(() => {});
  const { client } = clientOf(() => Response.json(['A fair', 5]));
  const failure = (await client.read('events/search?q=secret', texts).catch((reason: unknown) => reason)) as ApiError;
  expect([failure.name, failure.status, String(failure.cause)]).toEqual([
    'ApiError',
    200,
    'TypeError: 1.title: must be a text',
  ]);
  expect(said.mock.calls.flat()).toEqual([
    'SITE-DATA GET events/search returned what its schema refuses. TypeError: 1.title: must be a text',
  ]);
  said.mockRestore();
});

test.each([
  ['an error', status(404), 404],
  ['a page', () => new Response('<html>'), 200],
  ['nothing', offline, undefined],
])('an API of a remote’s own that answers with %s is an ApiError', async (_, answer, code) => {
  const { client } = clientOf(answer);
  const failure = (await client.read('events/a', texts).catch((reason: unknown) => reason)) as ApiError;
  expect([failure.name, failure.status]).toEqual(['ApiError', code]);
});
