import { expect, test } from '@rstest/core';
import Fastify from 'fastify';
import type { UsageCount, UsageSource } from './counts.ts';
import { usagePath, usageRoute } from './usageRoute.ts';

const token = 'a-token-of-the-metrics';

const row: UsageCount = {
  period: 'hour',
  starts_at: '2030-01-01T13:00:00.000Z',
  app: '',
  version: '',
  measure: 'memory',
  class: 0,
  count: 3,
};

function apiWith(expected: string | undefined) {
  const added: UsageCount[] = [];
  const server = Fastify();
  const source: UsageSource = { overTime: async ({ apps }) => apps.map(() => row), byVersion: async () => [] };
  usageRoute(server, source, expected, async (counts) => void added.push(...counts));
  const ask = async (query: string, given = token) => {
    const headers = { authorization: `Bearer ${given}` };
    const { statusCode, body } = await server.inject({ url: `${usagePath}?${query}`, headers });
    return [statusCode, body.startsWith('[') ? JSON.parse(body) : undefined];
  };
  const send = async (payload: unknown, given = token) => {
    const headers = { authorization: `Bearer ${given}`, 'content-type': 'application/json' };
    return (await server.inject({ method: 'POST', url: usagePath, headers, payload: JSON.stringify(payload) }))
      .statusCode;
  };
  return { added, send, ask };
}

test('an API takes counts from a site that has the token of its metrics, and from nobody else', async () => {
  const { added, send } = apiWith(token);
  expect(await send([row], 'a-guessed-token')).toBe(401);
  expect(added).toEqual([]);
  expect(await send([row])).toBe(204);
  expect(added).toEqual([row]);
  expect(await apiWith(undefined).send([row], 'undefined')).toBe(404);
});

test.each([
  ['a name with spaces', [{ ...row, app: 'blog; drop' }]],
  ['a name that is too long', [{ ...row, version: 'x'.repeat(65) }]],
  ['a negative count', [{ ...row, count: -1 }]],
  ['a time that is none', [{ ...row, starts_at: 'yesterday' }]],
  ['something else with it', [{ ...row, address: '198.51.100.1' }]],
  ['no list', { row }],
])('counts with %s are refused', async (_, payload) => {
  const { added, send } = apiWith(token);
  expect(await send(payload)).toBe(400);
  expect(added).toEqual([]);
});

test('it tells what was counted to whoever has the token', async () => {
  const { ask } = apiWith(token);
  const query = 'by=time&period=hour&since=2030-01-01T00:00:00.000Z';
  expect(await ask(`${query}&apps=`, 'a-guessed-token')).toEqual([401, undefined]);
  expect(await ask(`${query}&apps=`), 'of the whole site').toEqual([200, [row]]);
  expect(await ask(`${query}&apps=blog,home`)).toEqual([200, [row, row]]);
  for (const asked of [`${query}&apps=a'b`, query, 'by=visitor&period=hour&since=now&apps=', ''])
    expect(await ask(asked), asked).toEqual([400, undefined]);
});
