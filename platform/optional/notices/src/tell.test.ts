import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, test } from '@rstest/core';
import type { Resolve } from '@site/api/news/sources/publicAddress.ts';
import { atTestEnd } from '@site/testkit/cleanUp.ts';
import { startMailServer } from '@site/testkit/startMailServer.ts';
import { type Receiver, startReceiver } from '@site/testkit/startReceiver.ts';
import { post } from './channels/post.ts';
import type { SentNotice } from './Notice.ts';
import { type Target, targetsIn } from './settings.ts';
import { type TellingOptions, tell } from './tell.ts';

const secret = `whsec_${Buffer.from('the key of the tests, of 32 bytes').toString('base64')}`;
const options: TellingOptions = { site: 'https://www.example.com', language: 'en', secret, timeout: 400 };
const running = new AbortController().signal;

/** What a team would write that wants the owner to click, to wake everybody, or to break the format. */
const hostile =
  '<!channel> <https://evil.example|log in> [log in](https://evil.example) `code` *bold* @all {{DATE(2030-01-01T00:00:00Z)}} ${x}\r\nBcc: all@example.com\u202e\u0007';

const notice: SentNotice = {
  id: 'notice-1',
  at: '2030-01-31T12:00:00.000Z',
  kind: 'faulty',
  app: 'blog',
  values: {
    app: 'blog',
    release: 'blog@version-2',
    code: 'RENDER-THREW',
    message: hostile,
    place: 'remotes/blog/src/List.tsx:12:3',
    page: '/en/blog',
    command: 'npx site rollback blog',
  },
};

/** The only target of a setting. */
function targetAt(setting: string): Target {
  const [target] = targetsIn(setting);
  if (!target) throw new Error(`${setting} is no target.`);
  return target;
}

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});

const sent = async (kind: string, given: Partial<TellingOptions> = {}) => {
  await tell(targetAt(`${kind}${receiver.origin}/hook/secret`), notice, { ...options, ...given }, running);
  return receiver.posts[0]?.body ?? '';
};

describe('words of releases', () => {
  test('in Slack they are code: no link, nobody is called, nothing is bold', async () => {
    const { text } = JSON.parse(await sent('slack+')) as { text: string };
    const lines = text.split('\n');
    expect(lines[0]).toBe('*`blog` is faulty*');
    expect(lines[1]).toBe('Servers found a fault in `blog@version-2`: `RENDER-THREW`');
    expect(lines[2]).toBe(
      'It says: `&lt;!channel&gt; &lt;https[:]//evil.example|log in&gt; [log in](https[:]//evil.example) ’code’ *bold* @all {{DATE(2030-01-01T00:00:00Z)}} ${x} Bcc: all@example.com`',
    );
    expect(lines.slice(3)).toEqual([
      'In `remotes/blog/src/List.tsx:12:3`',
      'Page: `/en/blog`',
      'To go back: `npx site rollback blog`',
    ]);
  });

  test('in Teams they are runs of text, which have no Markdown, and nothing is filled in', async () => {
    const body = await sent('teams+');
    const card = JSON.parse(body) as { attachments: [{ content: { body: { type: string; inlines: object[] }[] } }] };
    const blocks = card.attachments[0].content.body;
    expect(new Set(blocks.map(({ type }) => type))).toEqual(new Set(['RichTextBlock']));
    expect(blocks.flatMap(({ inlines }) => inlines)).toContainEqual(
      expect.objectContaining({ type: 'TextRun', fontType: 'Monospace', text: expect.stringContaining('{ {DATE(') }),
    );
    expect(body).not.toMatch(/https:\/\/evil|\$\{|\{\{|\r|\u202e/);
  });

  test('in a mail they are plain text, and never in a header', async () => {
    const server = await startMailServer();
    atTestEnd(() => server.stop());
    const mail = { smtpUrl: server.url, from: 'Site <site@example.com>' };
    await tell(targetAt('mailto:owner@example.com'), notice, { ...options, mail }, running);
    const [received] = await server.received(1);
    expect(received?.recipients).toEqual(['owner@example.com']);
    expect(received?.subject).toBe('blog is faulty');
    expect(received?.html).toBeUndefined();
    expect(received?.headers.find(({ key }) => key === 'bcc')).toBeUndefined();
    expect(received?.text).toContain('It says: <!channel> <https[:]//evil.example|log in>');
    expect(received?.messageId).toBe('<notice-1@example.com>');
  });

  test('they are short, whatever their length', async () => {
    const long = { ...notice, values: { ...notice.values, message: '😀'.repeat(100_000) } };
    await tell(targetAt(`slack+${receiver.origin}`), long, options, running);
    expect(receiver.posts[0]?.body.length).toBeLessThan(2_000);
    expect(receiver.posts[0]?.body).toContain('😀…`');
  });
});

test('the language is the owner’s', async () => {
  expect(JSON.parse(await sent('slack+', { language: 'fr' })).text).toMatch(/^\*`blog` est défaillant\*$/m);
  receiver = await startReceiver();
  expect(JSON.parse(await sent('slack+', { language: 'es' })).text).toMatch(/^\*`blog` falla\*$/m);
});

test('a plain webhook gets JSON, and can prove who sent it, and when', async () => {
  const body = await sent('');
  const headers = receiver.posts[0]?.headers ?? {};
  expect(JSON.parse(body)).toMatchObject({
    id: 'notice-1',
    site: 'https://www.example.com',
    kind: 'faulty',
    app: 'blog',
    code: 'RENDER-THREW',
    place: 'remotes/blog/src/List.tsx:12:3',
    page: '/en/blog',
  });
  const documented = await readFile(join(import.meta.dirname, '../../../../docs/releases.md'), 'utf8');
  const [, check = ''] = /```js\n(const key = [^`]*(?:`[^`]+`[^`]*)*?)```/.exec(documented) ?? [];
  const verdict = (given: object, known = new Set<string>()) =>
    runInNewContext(`(() => { ${check}; return [isOurs, isNew]; })()`, {
      ...{ Buffer, createHmac, timingSafeEqual, NOTICES_SECRET: secret, headers, body, known },
      ...given,
    }).join();
  expect(verdict({})).toBe('true,true');
  expect(verdict({ body: body.replace('blog', 'shop') })).toBe('false,true');
  expect(verdict({ headers: { ...headers, 'webhook-signature': undefined } })).toBe('false,true');
  expect(verdict({ headers: { ...headers, 'webhook-timestamp': '1' } }), 'another time').toBe('false,false');
  expect(verdict({}, new Set(['notice-1'])), 'repeated').toBe('true,false');
});

describe('what doesn’t arrive', () => {
  const telling = async (path = '/hook/secret') =>
    await tell(targetAt(`slack+${receiver.origin}${path}`), notice, options, running);

  test('a redirect isn’t followed', async () => {
    const elsewhere = await startReceiver();
    receiver.answerWith((response) => response.writeHead(307, { location: elsewhere.origin }).end());
    await expect(telling()).rejects.toThrow('it answered 307: redirects aren’t followed');
    expect(elsewhere.posts).toEqual([]);
  });

  test('one that fails says its status; what it says itself is in no message', async () => {
    receiver.answerWith((response, { path }) => response.writeHead(404).end(`no ${path}`));
    await expect(telling()).rejects.toMatchObject({ message: 'it answered 404', answer: 'no /hook/secret' });
  });

  test.each([
    ['never answers', () => {}],
    ['never ends its answer', (response: { write: (text: string) => void }) => response.write('o')],
  ])('one that %s is given up', async (_, answer) => {
    receiver.answerWith(answer);
    await expect(telling()).rejects.toThrow('it gave no whole answer within 0.4 s');
  });

  test('of an endless answer only the beginning is read', async () => {
    receiver.answerWith((response) => {
      const write = (): void => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
        response.once('drain', write);
      };
      write();
    });
    expect(await telling()).toBe(`200 ${'x'.repeat(200)}`);
  });

  test('a closed port is named, without the secret path', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    const { port } = await new Promise<{ port: number }>((resolve) =>
      server.once('listening', () => resolve(server.address() as { port: number })),
    );
    await new Promise((resolve) => server.close(resolve));
    const failing = tell(targetAt(`slack+http://127.0.0.1:${port}/hook/secret`), notice, options, running);
    await expect(failing).rejects.toThrow(/^connect ECONNREFUSED 127\.0\.0\.1:\d+$/);
  });
});

test('a public name that leads into the network is refused, unless the owner says that it is private', async () => {
  const resolve: Resolve = ((_name: string, _options: unknown, done: (error: null, found: object[]) => void) =>
    done(null, [{ address: '127.0.0.1', family: 4 }])) as never;
  const url = receiver.origin.replace('127.0.0.1', 'hooks.example.invalid');
  const asked = { url, body: '{}', signal: running, timeout: 10_000, resolve };
  await expect(post({ ...asked, isPrivate: false })).rejects.toThrow(
    'hooks.example.invalid leads to 127.0.0.1, which is no public address',
  );
  expect(receiver.posts).toEqual([]);
  await expect(post({ ...asked, isPrivate: true }), 'it asks the network for the name').rejects.toThrow(
    /ENOTFOUND|EAI_AGAIN/,
  );
});
