import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { json, type PlainApi, startPlainApi } from '@site/testkit/site/faults/fakeApis.ts';
import { serverLimits } from '../limits.ts';
import { forwardedApi } from './forwardedApi.ts';
import { withLastGood } from './withLastGood.ts';

let api: PlainApi;
beforeEach(async () => {
  api = await startPlainApi();
});
afterEach(() => api.stop());

const item = { uid: '1', slug: 'engine', title: 'An engine' };
const listRequest = { path: '/api/v1/blog/en', method: 'GET', headers: {} };
const visitor = { address: '192.0.2.1' };

test('an endless list counts as no answer, and the last good list stays', async () => {
  const backend = withLastGood(forwardedApi(api.origin), () => {});
  api.answers.list = json({ news: [item] });
  const good = await backend.call(listRequest, visitor);
  expect([good.status, JSON.parse(good.body)]).toEqual([200, { news: [item] }]);
  const filling = 'x'.repeat(serverLimits.apiAnswerSize);
  api.answers.list = json({ news: [item, { ...item, uid: '2', title: filling }] });
  const { status, body } = await backend.call(listRequest, visitor);
  expect([status, JSON.parse(body)]).toEqual([503, { news: [item] }]);
});
