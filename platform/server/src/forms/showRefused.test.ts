import { expect, test } from '@rstest/core';
import { refused as refusal } from '@site/renderer/outcome/outcome.ts';
import type { PageRequest } from '@site/renderer/views/renderView.ts';
import type { FormError } from '@site/shared/contract/form/form.ts';
import Fastify from 'fastify';
import { failureAnswers } from '../failure/failureAnswers.ts';
import type { CachedPage } from '../pages/CachedPage.ts';
import type { renderPage } from '../pages/renderPage.ts';
import { sendAnswer } from '../pages/sendAnswer.ts';
import { type RefusedTools, showRefused } from './showRefused.ts';

interface Shown {
  /** For how many seconds the network has to wait. */
  readonly wait?: number;
  readonly errors?: readonly FormError[];
  /** What becomes of its page. */
  readonly outcome?: Awaited<ReturnType<typeof renderPage>>;
}

/** Posts a form that is refused, by default where no process is free. */
async function post({ wait, errors = [], outcome = refusal('rendering') }: Shown) {
  let rendered = 0;
  const rejections: string[] = [];
  const render = (() => {
    rendered += 1;
    return Promise.resolve(outcome);
  }) as typeof renderPage;
  const tools = {
    tooManyRefused: async () => wait,
    metrics: { rejections: { inc: ({ reason }: { reason: string }) => rejections.push(reason) } },
  } as unknown as RefusedTools;
  const refused = { status: 422, result: { values: { name: 'Ada' }, errors, key: 'a-key' } } as const;
  const server = Fastify();
  failureAnswers(server, { shell: () => undefined, isDark: () => false, onRefused: () => {} });
  server.get('/en/contact', async (request, reply) =>
    sendAnswer(request, reply, await showRefused({} as PageRequest, refused, tools, render), true),
  );
  const { statusCode, headers, body } = await server.inject({ url: '/en/contact', headers: { accept: 'text/html' } });
  return { statusCode, wait: headers['retry-after'], body: body.replaceAll('\u00a0', ' '), rendered, rejections };
}

test('a network that has sent too many refused forms starts no process, and learns that this one was not sent', async () => {
  const { statusCode, wait, body, rendered } = await post({ wait: 40 });
  expect([statusCode, wait, rendered]).toEqual([429, '40', 0]);
  expect(body).toContain('Your message was not sent');
  expect(body).toMatch(/what you wrote is still there.*wait a minute/);
});

test('a visitor whose refused form finds no free process learns that, and what to do', async () => {
  const { statusCode, wait, body, rejections } = await post({});
  expect([statusCode, rejections]).toEqual([503, ['rendering']]);
  expect(Number(wait)).toBeGreaterThan(0);
  expect(body).toContain('Your message was not sent');
  expect(body).toMatch(/what you wrote is still there.*send it again in a moment/);
});

test('a visitor whose refused form has a page that fails learns that, and gets no other page in its place', async () => {
  const { statusCode, body, rejections } = await post({ outcome: { kind: 'substitute', page: {} as CachedPage } });
  expect([statusCode, rejections]).toEqual([503, []]);
  expect(body).toContain('Your message was not sent');
  expect(body).toMatch(/what you wrote is still there/);
});

test('nobody hears that a message was not sent when it may have been', async () => {
  const errors: FormError[] = [{ kind: 'failure', reason: 'unknown' }];
  for (const answer of [await post({ errors }), await post({ errors, wait: 40 })]) {
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('We can’t tell whether your message was sent');
  }
});
