import { expect, test } from '@rstest/core';
import { startReceiver } from '@site/testkit/startReceiver.ts';
import { targetsIn } from './settings.ts';
import { tryNotices } from './tryNotices.ts';

test('a test says of each target what came back, and not its secret address', async () => {
  const [well, failing] = [await startReceiver(), await startReceiver()];
  failing.answerWith((response) => response.writeHead(403).end('invalid_token\u001b[31m'));
  const setting = `slack+${well.origin}/secret,teams+${failing.origin}/secret,mailto:owner@example.com`;
  const targets = targetsIn(setting).filter((target) => target !== undefined);
  const smtp = { SMTP_URL: 'smtp://user:secret@127.0.0.1:9', MAIL_TO: 'owner@example.com' };
  const tried = await tryNotices(targets, 'https://www.example.com', { NOTICES_LANGUAGE: 'es', ...smtp });
  expect(tried).toEqual([
    { name: expect.stringMatching(/^slack 127/), arrived: true, answer: '200 ok' },
    { name: expect.stringMatching(/^teams 127/), arrived: false, answer: 'it answered 403 (invalid_token[31m)' },
    { name: 'mail', arrived: false, answer: expect.stringContaining('ECONNREFUSED') },
  ]);
  expect(JSON.stringify(tried)).not.toContain('secret');
  expect(well.posts[0]?.body).toContain('Si puedes leer esto, los avisos llegan.');
});
