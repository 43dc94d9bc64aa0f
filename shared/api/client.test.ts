/** @rstest-environment node */
import { expect, rstest, test } from '@rstest/core';
import { limits } from '../contract/limits.ts';
import { createApiClient } from './client.ts';
import { ApiError } from './errors.ts';

const message = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'An engine',
  message: 'Could you build one?',
};
const key = 'one-key-for-one-message';

/** A client in a browser whose network gives these answers, one after the other and the last for ever. */
function clientOf(...answers: readonly (() => Response)[]) {
  const requests: Request[] = [];
  const network = async (request: Request) => {
    requests.push(request.clone());
    const answer = answers[Math.min(requests.length, answers.length) - 1];
    if (!answer) throw new Error('There is no answer to give.');
    return answer();
  };
  const client = createApiClient({
    prefix: 'https://site.example/api/v1',
    fetch: network as typeof fetch,
    cookies: () => 'XSRF-TOKEN=token',
  });
  return { client, requests };
}

const offline = () => {
  throw new TypeError('Failed to fetch');
};
const status = (code: number) => () => new Response('{}', { status: code });

test('a message that got no answer, or a server’s error, is sent again under its key until it is taken', async () => {
  const { client, requests } = clientOf(offline, status(502), status(201));
  const onRetry = rstest.fn();
  await client.sendMessage(message, 'fr', { key, onRetry });
  expect(requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual([key, key, key]);
  expect(await requests[2]?.json()).toEqual(message);
  expect(onRetry).toHaveBeenCalledTimes(2);
});

test('after some tries the visitor is told what happened', async () => {
  rstest.spyOn(Math, 'random').mockReturnValue(1);
  const { client, requests } = clientOf(status(500));
  const failure = await client.sendMessage(message, 'fr', { key }).catch((error: unknown) => error);
  rstest.restoreAllMocks();
  expect(failure).toBeInstanceOf(ApiError);
  expect((failure as ApiError).status).toBe(500);
  expect(requests).toHaveLength(1 + limits.sendAgain.times);
});

test.each([400, 403, 409, 413, 422, 429])('a message that was refused with %s is not sent again', async (code) => {
  const { client, requests } = clientOf(status(code));
  await expect(client.sendMessage(message, 'en', { key })).rejects.toThrow();
  expect(requests).toHaveLength(1);
});

test('a message without a key is never sent twice: it could be stored twice', async () => {
  const { client, requests } = clientOf(offline);
  await expect(client.sendMessage(message, 'en')).rejects.toThrow(ApiError);
  expect(requests).toHaveLength(1);
});
