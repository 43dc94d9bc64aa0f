import { expect, test } from '@rstest/core';
import { type Refused, refused } from '@site/renderer/outcome/outcome.ts';
import Fastify from 'fastify';
import { failureAnswers } from './failureAnswers.ts';

/** The answer of a server without a shell whose route refuses a request, or throws. */
async function answerOf(url: string, failure: Refused | Error, accept = 'text/html') {
  const server = Fastify();
  failureAnswers(server, { shell: () => undefined, isDark: () => false, onRefused: () => {} });
  server.get('/*', async (_request, reply) => {
    if (failure instanceof Error) throw failure;
    return reply.refuse(failure.reason);
  });
  const answer = await server.inject({ url, headers: { accept } });
  await server.close();
  return answer;
}

test('while there is no shell, a failure is a page in the language of its address', async () => {
  const overload = await answerOf('/fr/prix', refused('rendering'));
  expect([overload.statusCode, overload.headers['retry-after']]).toEqual([503, '5']);
  expect(overload.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(overload.headers['content-security-policy']).toContain("style-src 'sha256-");
  expect(overload.body).toMatch(/<html lang="fr">.*<h1>Nous revenons tout de suite<\/h1>/s);
  const broken = await answerOf('/es/precios', new Error('secret'));
  expect(broken.statusCode).toBe(500);
  expect(broken.body).toMatch(/<html lang="es">.*<h1>Volvemos enseguida<\/h1>/s);
  expect(broken.body).not.toContain('secret');
});

test('a program gets one line, with a code, in the language of the address', async () => {
  const french = await answerOf('/fr/prix', refused('rendering'), '*/*');
  expect(french.body).toMatch(/^SITE-OVERLOAD Nous revenons tout de suite\. Cette page/);
  const english = await answerOf('/en/pricing', refused('rendering'), '*/*');
  expect(english.body).toMatch(/^SITE-OVERLOAD The server has too much to do/);
});

test('a visitor whose form is too large for the server learns how to send it', async () => {
  const tooLarge = Object.assign(new Error('Request body is too large'), { statusCode: 413 });
  const page = await answerOf('/en/contact', tooLarge);
  expect(page.statusCode).toBe(413);
  expect(page.body).toMatch(
    /<h1>Your message is too long<\/h1>.*Go back in your browser: what you wrote is still there/s,
  );
  expect(page.body).not.toContain('<a href="/');
  const line = await answerOf('/en/contact', tooLarge, '*/*');
  expect(line.body).toBe('SITE-REQUEST Request body is too large');
});
