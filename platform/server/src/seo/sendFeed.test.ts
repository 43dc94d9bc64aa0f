import { expect, test } from '@rstest/core';
import Fastify from 'fastify';
import { sendFeed } from './sendFeed.ts';

const siteWith = (feed: string | undefined) =>
  Fastify().get('/atom.xml', async (request, reply) => await sendFeed(request, reply, feed, 'entries'));

test('a reader who asks again gets 304, and while the API fails is asked to come back', async () => {
  const site = siteWith('<feed/>');
  const { statusCode, headers, body } = await site.inject('/atom.xml');
  expect([statusCode, headers['content-type'], body]).toEqual([200, 'application/atom+xml; charset=utf-8', '<feed/>']);
  const again = await site.inject({ url: '/atom.xml', headers: { 'if-none-match': String(headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const failing = await siteWith(undefined).inject('/atom.xml');
  expect([failing.statusCode, failing.headers['cache-control'], failing.body.split(' ')[0]]).toEqual([
    503,
    'no-store',
    'SITE-FEED',
  ]);
  expect(Number(failing.headers['retry-after'])).toBeGreaterThan(0);
});
