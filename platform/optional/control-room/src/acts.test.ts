import { expect, test } from '@rstest/core';
import { FaultLog } from '@site/releases/FaultLog.ts';
import { frozenPolicy } from '@site/releases/freeze.ts';
import { pointerOf } from '@site/releases/pointer.ts';
import type { SigningKey } from '@site/releases/signing/keys.ts';
import { signRequest } from '@site/releases/signing/requests.ts';
import { signClaims } from '@site/releases/signing/signatures.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { newFolder, publishApp } from '@site/testkit/releases/fixtures.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import type { ActAnswer, SigningTask } from './pages/SigningTask.ts';
import type { RoomOptions } from './RoomOptions.ts';
import { openTestRoom, visitorOf } from './testing/openTestRoom.ts';

/** A room on a store, as somebody uses it who holds a key. */
async function enter(signed: SignedStore, visitor = 'blog', given: Partial<RoomOptions> = {}) {
  const room = await openTestRoom(signed, given);
  const ask = await visitorOf(room, signed.key(visitor).public);
  /** What a page proposes to sign. */
  const proposed = async (path: string): Promise<SigningTask> => {
    const { body } = await ask(path);
    const [, task = 'null'] = /data-task="([^"]*)"/.exec(body) ?? [];
    return JSON.parse(task.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as SigningTask;
  };
  const send = async (to: string, sent: unknown, headers: Record<string, string> = {}) => {
    const { status, body } = await ask(to, {
      method: 'POST',
      body: JSON.stringify(sent),
      headers: { 'content-type': 'application/json', ...headers },
    });
    return { status, ...(JSON.parse(body) as ActAnswer) };
  };
  /** Signs a proposal as the browser does. */
  const sign = ({ record, claims, replaced }: SigningTask, key: SigningKey, app = 'blog') => ({
    record: signClaims(pointerOf(app), record as Pointer, claims, key),
    replaced,
  });
  return { room, ask, proposed, send, sign };
}

test('somebody promotes a version with their own key', async () => {
  const signed = await SignedStore.create();
  await publishApp(signed.store, { version: 'version-2' }, { key: signed.key('blog'), trust: signed.trust() });
  const { proposed, send, sign } = await enter(signed);
  const task = await proposed('/en/apps/blog/version-2/promote');
  const answer = await send(task.to, sign(task, signed.key('blog')));
  expect(answer).toMatchObject({ status: 200, title: 'version-2 is live.' });
  expect(await signed.store.read(pointerOf('blog'))).toMatchObject({
    version: 'version-2',
    previous: [{ version: 'version-1' }],
  });
});

/** A room whose blog has a version-2 that was never live. */
async function withWaiting(visitor?: string) {
  const signed = await SignedStore.create();
  await publishApp(signed.store, { version: 'version-2' }, { key: signed.key('blog'), trust: signed.trust() });
  const room = await enter(signed, visitor);
  const pointer = async () => await signed.store.read(pointerOf('blog'));
  /** Signs what a page proposes, and sends it. */
  const act = async (path: string, key = 'blog') => {
    const task = await room.proposed(`/en/apps/blog${path}`);
    return await room.send(task.to, room.sign(task, signed.key(key)));
  };
  return { signed, pointer, act, ...room };
}

test('somebody takes a version from share to share, and ends its rollout', async () => {
  const { pointer, act } = await withWaiting();
  expect(await act('/version-2/share?share=30')).toMatchObject({
    status: 200,
    title: 'version-2 goes to 30% of visitors.',
  });
  const first = await pointer();
  expect(first).toMatchObject({ version: 'version-1', candidate: { version: 'version-2', share: 30 } });
  await act('/version-2/share?share=77');
  expect((await pointer())?.candidate, 'the same visitors').toMatchObject({ share: 77, salt: first?.candidate?.salt });
  expect(await act('/end-rollout')).toMatchObject({ status: 200, title: 'version-1 is live.' });
  expect(await pointer()).not.toHaveProperty('candidate');
  await act('/version-2/share?share=100');
  expect(await pointer(), 'all of them').toMatchObject({ version: 'version-2' });
});

test('somebody goes back to any release that was live', async () => {
  const { signed, pointer, act, ask } = await withWaiting();
  for (const version of ['version-2', 'version-3', 'version-4']) await signed.release({ version });
  expect((await ask('/en/apps/blog')).body, 'the one before').toContain('/en/apps/blog/version-3/back');
  expect((await ask('/en/apps/blog/version-1')).body).toContain('/en/apps/blog/version-1/back');
  expect((await ask('/en/apps/blog/version-1/back')).body).toContain(
    'Given up with it: version-4, version-3, version-2.',
  );
  expect(await act('/version-1/back')).toMatchObject({ status: 200 });
  expect(await pointer()).toMatchObject({
    version: 'version-1',
    previous: ['version-4', 'version-3', 'version-2'].map((version) => ({ version, isGivenUp: true })),
  });
});

test('somebody signs anew what is live, whose time was short', async () => {
  const { signed, pointer, act } = await withWaiting();
  await signed.putPointer('version-1', 'blog', 'blog', 60_000);
  const before = await pointer();
  await act('/version-1/renew');
  const { signature: _then, ...after } = (await pointer()) ?? {};
  const { signature, ...same } = before ?? {};
  expect(after).toEqual(same);
  expect(Date.parse((await pointer())?.signature?.expires ?? '')).toBeGreaterThan(Date.parse(signature?.expires ?? ''));
});

test('of two people at once the second one is told, and nothing of theirs changes', async () => {
  const { signed, pointer, proposed, send, sign } = await withWaiting();
  const seen = await proposed('/en/apps/blog/version-2/promote');
  await signed.release({ version: 'version-3' });
  const before = await pointer();
  expect(await send(seen.to, sign(seen, signed.key('blog')))).toMatchObject({
    status: 409,
    title: expect.stringContaining('Somebody was faster'),
    notes: [{ text: expect.stringContaining('blog@version-3 went live meanwhile'), isEnglish: true }],
  });
  expect(await pointer()).toEqual(before);
});

test('what was sent once is nothing new the second time, and an old one never comes back', async () => {
  const { signed, pointer, proposed, send, sign } = await withWaiting();
  const task = await proposed('/en/apps/blog/version-2/promote');
  const sent = sign(task, signed.key('blog'));
  expect((await send(task.to, sent)).status).toBe(200);
  expect((await send(task.to, sent)).status, 'again').toBe(409);
  const then = await signed.promote('version-1');
  const replaced = then.signature?.serial;
  expect(await send(task.to, { ...sent, replaced }), 'with the serial of today').toMatchObject({
    status: 422,
    notes: [{ text: expect.stringContaining('RELEASE-REPLAYED') }],
  });
  expect(await pointer()).toEqual(then);
});

test('a key that only looks, or signs only versions, is offered no acts', async () => {
  const { signed } = await withWaiting();
  await signed.addKey('reader', 'blog', []);
  await signed.addKey('publisher', 'blog', ['releases']);
  for (const name of ['reader', 'publisher']) {
    const { ask } = await enter(signed, name);
    const { body } = await ask('/en/apps/blog/version-2');
    expect(body).toContain('version-2');
    expect(body).not.toMatch(/\/promote|\/discard|\/share|npx site/);
    for (const path of [
      'version-2/promote',
      'version-2/share?share=30',
      'version-1/back',
      'version-2/discard',
      'end-rollout',
    ])
      expect((await ask(`/en/apps/blog/${path}`)).status, path).toBe(404);
  }
});

test.each([
  ['that nobody trusts', 'stranger', undefined, 'The site doesn’t trust this key'],
  ['of another app', 'other', ['marketing', ['releases', 'pointers']], 'isn’t for blog'],
  ['that signs only versions', 'publisher', ['blog', ['releases']], 'may not decide what is live'],
  ['that was revoked', 'former', ['blog', ['releases', 'pointers']], 'has ended'],
] as const)('a key %s changes nothing, and its holder reads why', async (_, name, entry, reason) => {
  const { signed, pointer, act, ask, room } = await withWaiting();
  await signed.addKey(name, entry?.[0], entry?.[1]);
  if (name === 'former') await signed.revoke(name);
  const before = await pointer();
  expect(await act('/version-2/promote', name)).toMatchObject({ status: 422, title: expect.stringContaining(reason) });
  const path = '/en/apps/blog/version-2';
  const request = { method: 'DELETE', url: room.origin + path };
  const discarded = await ask(path, { method: 'DELETE', headers: signRequest(request, signed.key(name)) });
  expect(discarded).toMatchObject({ status: 422, body: expect.stringContaining(reason) });
  expect(await pointer()).toEqual(before);
  expect(await signed.store.has('blog', 'version-2')).toBe(true);
});

test('a pointer counts for its own app, as it was signed, from the room’s own pages, and from those who are in', async () => {
  const { signed, pointer, proposed, send, sign, ask } = await withWaiting();
  const task = await proposed('/en/apps/blog/version-2/promote');
  const good = sign(task, signed.key('blog'));
  const before = await pointer();
  const json = { body: '{', headers: { 'content-type': 'application/json' } };
  const refused: readonly (readonly [string, number, () => Promise<{ readonly status: number }>])[] = [
    ['an app that its visitor can’t see', 404, () => send('/en/apps/marketing/pointer', good)],
    ['another site', 403, () => send(task.to, good, { 'sec-fetch-site': 'cross-site' })],
    ['a host beside it', 403, () => send(task.to, good, { 'sec-fetch-site': 'same-site' })],
    ['somebody who isn’t in', 401, () => send(task.to, good, { cookie: '' })],
    [
      'another version than was signed',
      422,
      () => send(task.to, { ...good, record: { ...good.record, version: 'version-1' } }),
    ],
    ['no signature', 422, () => send(task.to, { ...good, record: task.record })],
    ['no pointer', 422, () => send(task.to, { record: { evil: true } })],
    ['no record', 422, () => send(task.to, [])],
    ['a deep record', 422, () => send(task.to, { record: JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) })],
    ['too much', 413, () => send(task.to, { ...good, more: 'x'.repeat(70_000) })],
    ['a form', 422, () => ask(task.to, { method: 'POST', body: new URLSearchParams({ record: '1' }) })],
    ['no JSON', 400, () => ask(task.to, { method: 'POST', ...json })],
    ['a language that the room doesn’t speak', 404, () => ask('/xx/apps/blog/pointer', { method: 'POST', ...json })],
  ];
  for (const [what, status, attack] of refused) expect((await attack()).status, what).toBe(status);
  expect(await pointer()).toEqual(before);
  expect((await send(task.to, good)).status).toBe(200);
});

test('somebody discards a version that was never live, once, and none that was', async () => {
  const { signed, ask, room } = await withWaiting();
  const path = '/en/apps/blog/version-2';
  const page = await ask(`${path}/discard`);
  expect(page.body).toContain('never live');
  expect((await ask('/en/apps/blog/version-1/discard')).status).toBe(404);
  const discard = async (at: string, headers: HeadersInit) => await ask(at, { method: 'DELETE', headers });
  const signedFor = (at: string) => signRequest({ method: 'DELETE', url: room.origin + at }, signed.key('blog'));
  const once = signedFor(path);
  expect((await discard(path, {})).status, 'unsigned').toBe(422);
  expect((await discard(path, signedFor('/en/apps/blog/version-1'))).status, 'signed for another').toBe(422);
  expect((await discard(path, { ...once, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await discard('/en/apps/blog/version-1', signedFor('/en/apps/blog/version-1'))).body).toContain(
    'RELEASE-IN-USE',
  );
  expect(await signed.store.has('blog', 'version-2')).toBe(true);
  expect(await discard(path, once)).toMatchObject({ status: 200, body: expect.stringContaining('version-2 is gone.') });
  await publishApp(signed.store, { version: 'version-2' }, { key: signed.key('blog'), trust: signed.trust() });
  expect((await discard(path, once)).body, 'the same request').toContain('RELEASE-REQUEST');
  expect(await signed.store.has('blog', 'version-2')).toBe(true);
});

test('what can’t be is said before somebody signs', async () => {
  const { act, ask } = await withWaiting();
  await act('/version-2/share?share=30');
  for (const [path, reason] of [
    ['version-1/share?share=30', 'RELEASE-ROLLOUT'],
    ['version-2/share?share=0', '404'],
    ['version-2/share?share=101', '404'],
    ['version-2/share?share=1e1', '404'],
    ['version-9/promote', '404'],
    ['version-2/back', '404'],
    ['version-2/renew', '404'],
    ['version-2/discard', '404'],
  ] as const) {
    const { status, body } = await ask(`/en/apps/blog/${path}`);
    if (reason === '404') expect(status, path).toBe(404);
    else expect(body, path).toContain(reason);
    expect(body, path).not.toContain('data-task');
  }
});

test('only pages where something is signed have a script: the room’s own', async () => {
  const { ask, room } = await withWaiting();
  const policyOf = async (path: string) => (await ask(path)).headers.get('content-security-policy') ?? '';
  const policy = await policyOf('/en/apps/blog/version-2/promote');
  const [, scripts = ''] = /; script-src (\S+);/.exec(policy) ?? [];
  expect(scripts).toMatch(new RegExp(`^${room.origin}/files/signing-[\\w-]{10}/$`));
  expect(policy).toMatch(/^default-src 'none'; .*connect-src 'self'/);
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
  expect(policy).not.toMatch(/unsafe|eval|data:|\*/);
  expect((await ask('/en/apps/blog/version-2/promote')).body.match(/<script/g)).toHaveLength(1);
  for (const path of ['/en', '/en/apps/blog', '/en/apps/blog/version-2', '/en/apps/blog/none/promote'])
    expect(await policyOf(path), path).not.toContain('script-src');
  expect((await ask('/en/apps/blog/version-2/promote', { headers: { host: 'a;script-src *' } })).status).toBeLessThan(
    500,
  );
});

test('where the room can’t change its store, pages say which command does it', async () => {
  const signed = await SignedStore.create();
  await publishApp(signed.store, { version: 'version-2' }, { key: signed.key('blog'), trust: signed.trust() });
  const elsewhere = new Proxy(signed.store, {
    get: (target, name) => {
      if (name === 'location') return 'https://www.example.com/releases';
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const { ask } = await enter(signed, 'blog', { store: elsewhere });
  const { body } = await ask('/en/apps/blog/version-2');
  expect(body).toContain(
    'npx site promote blog version-2\nnpx site promote blog version-2 --share 10%\nnpx site forget blog version-2',
  );
  expect(body).not.toContain('/version-2/promote');
  const page = await ask('/en/apps/blog/version-2/promote');
  expect(page.body).toContain('npx site promote blog version-2');
  expect(page.body).not.toContain('data-task');
});

test('afterwards somebody reads whether servers have accepted it, and what other teams lost', async () => {
  const signed = await SignedStore.create();
  const shop = { version: 'version-2', emits: { 'blog:read': { count: 'number' } } } as const;
  await signed.release(shop);
  await signed.release({ name: 'marketing', version: 'version-2', listens: ['blog:read'] });
  await publishApp(signed.store, { version: 'version-3' }, { key: signed.key('blog'), trust: signed.trust() });
  const reports = await newFolder();
  const { live } = await signed.follow(reports);
  const running = { origin: signed.site, audience: signed.site, since: new Date().toISOString() };
  const { proposed, send, sign } = await enter(signed, 'blog', {
    faults: new FaultLog(reports),
    site: async () => running,
  });
  const task = await proposed('/en/apps/blog/version-3/promote');
  expect(await send(task.to, sign(task, signed.key('blog')))).toMatchObject({
    title: 'version-3 is live.',
    notes: [
      { text: 'Servers have accepted it.' },
      { text: 'Since then, others lack this:' },
      { text: 'marketing@version-2 listens to "blog:read", which no live release emits.', isEnglish: true },
    ],
  });
  expect(live()).toBe('version-3');
});

test('on a frozen site nothing new is offered for a signature, and the way back is', async () => {
  const { signed, ask, act } = await withWaiting();
  await signed.release({ version: 'version-3' });
  await signed.setPolicy(frozenPolicy(openPolicy, 'Black Friday'));
  const { body } = await ask('/en/apps/blog/version-2/promote');
  expect(body).toContain('RELEASE-FROZEN');
  expect(body).not.toContain('data-task');
  expect(await act('/version-1/back')).toMatchObject({ status: 200, title: 'version-1 is live.' });
});

test('a pointer that nobody may accept any more is replaced, without the history that it names', async () => {
  const { signed, pointer, act, ask } = await withWaiting();
  await signed.addKey('former', 'blog');
  await signed.promote('version-2', 'former');
  await signed.revoke('former');
  expect((await ask('/en/apps/blog/version-1/promote')).body, 'what is stored').toContain('version-2');
  expect(await act('/version-1/promote')).toMatchObject({ status: 200 });
  expect(await pointer()).toMatchObject({ version: 'version-1', previous: [] });
});
