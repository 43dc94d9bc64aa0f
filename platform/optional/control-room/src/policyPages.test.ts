import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { frozenPolicy } from '@site/releases/freeze.ts';
import { pointerOf } from '@site/releases/pointer.ts';
import { routePolicy, type StoredPolicy } from '@site/releases/policy.ts';
import { signClaims } from '@site/releases/signing/signatures.ts';
import { setRollout } from '@site/rollouts/setRollout.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { type AppOverrides, declaredPage, publishApp } from '@site/testkit/releases/fixtures.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import type { ActAnswer, SigningTask } from './pages/SigningTask.ts';
import { openTestRoom, visitorOf } from './testing/openTestRoom.ts';

/** A room on a store, as somebody uses it who holds a key: by default the owner of the whole site. */
async function enter(signed: SignedStore, visitor = 'owner') {
  const room = await openTestRoom(signed);
  const ask = await visitorOf(room, signed.key(visitor).public);
  const paste = async (request: unknown, headers: Record<string, string> = {}) => {
    const text = typeof request === 'string' ? request : JSON.stringify(request, null, 2);
    return await ask('/en/policy', { method: 'POST', body: new URLSearchParams({ request: text }), headers });
  };
  /** Signs what a page proposes as the browser does, and sends it. */
  const approve = async ({ body }: { readonly body: string }, key = visitor) => {
    const task = taskIn(body);
    if (!task) throw new Error(`Nothing is proposed: ${body}`);
    const { record, claims, replaced, to } = task;
    const signedRecord = signClaims(routePolicy, record as StoredPolicy, claims, signed.key(key));
    const answer = await ask(to, {
      method: 'POST',
      body: JSON.stringify({ record: signedRecord, replaced }),
      headers: { 'content-type': 'application/json' },
    });
    return { status: answer.status, ...(JSON.parse(answer.body) as ActAnswer) };
  };
  return { room, ask, paste, approve };
}

/** What a page proposes to sign; undefined when it does not. */
function taskIn(body: string): SigningTask | undefined {
  const [, task] = /data-task="([^"]*)"/.exec(body) ?? [];
  const text = task
    ?.replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  return text === undefined ? undefined : (JSON.parse(text) as SigningTask);
}

/** A store with an owner, whose key is for every app. */
async function storeWithOwner(): Promise<SignedStore> {
  const signed = await SignedStore.create();
  await signed.addKey('owner', '*');
  return signed;
}

const publish = async (signed: SignedStore, app: AppOverrides) =>
  await publishApp(signed.store, app, { key: signed.key(app.name ?? 'blog'), trust: signed.trust() });

const request = { remote: 'blog', prefixes: { fr: ['journal'] } };

test('the owner pastes what a team asks for, sees what the policy would be, and approves it', async () => {
  const signed = await storeWithOwner();
  const { paste, approve } = await enter(signed);
  const page = await paste(request);
  expect(page.body).toMatch(/blog may have.*\/fr\/journal/s);
  expect(page.body, 'the text stays').toContain('&quot;journal&quot;');
  expect(page.body).toContain('npx site policy --request blog.request.json');
  expect(await signed.store.read(routePolicy), 'looking changes nothing').toBeUndefined();
  expect(await approve(page)).toMatchObject({ status: 200, title: 'The route policy is in force.' });
  expect(await signed.store.read(routePolicy)).toMatchObject({
    claims: { blog: { en: ['blog'], fr: ['blog', 'journal'], es: ['blog'] } },
  });
});

test.each<[string, unknown, RegExp]>([
  [
    'in conflict with another team’s address',
    { remote: 'events', prefixes: { fr: ['carte'] } },
    /\/fr\/carte, which press claims/,
  ],
  [
    'for a reserved address',
    { remote: 'events', prefixes: { en: ['api'] } },
    /\/en\/api, which the route policy reserves/,
  ],
  ['for the home page', { remote: 'events', prefixes: { en: [''] } }, /must not be the home page/],
  ['in a language of no site', { remote: 'events', prefixes: { xx: ['a'] } }, /is not a policy request/],
  ['of the shell', { remote: 'shell', prefixes: { en: ['a'] } }, /must be the name of a remote/],
  ['that is no JSON', '<script>pwned=1</script>', /What was pasted is not a policy request/],
])('a request %s is explained, and stays in the field', async (_, asked, reason) => {
  const signed = await storeWithOwner();
  await signed.setPolicy({ ...openPolicy, claims: { press: ['carte'] }, reserved: ['api'] });
  const { paste } = await enter(signed);
  const { status, body } = await paste(asked);
  expect(status).toBe(200);
  expect(body).toMatch(reason);
  expect(taskIn(body), 'nothing can be approved').toBeUndefined();
  expect(body).toContain('aria-invalid="true"');
  const [, kept = ''] = /<textarea[^>]*>\n([^<]*)<\/textarea>/.exec(body) ?? [];
  expect(kept).not.toBe('');
  expect(body).not.toContain('<script>pwned');
});

test('an approval that would take a live page away says so', async () => {
  const signed = await storeWithOwner();
  await signed.release({ version: 'version-2', pages: [declaredPage({ name: 'blog', path: 'blog/dates' })] });
  await signed.addKey('events', 'events');
  const { paste } = await enter(signed);
  const { body } = await paste({ remote: 'events', prefixes: { en: ['blog/dates'] } });
  expect(body).toMatch(/Live pages would go.*\/en\/blog\/dates \(blog\)/s);
  expect(body).toContain('npx site policy --request events.request.json --yes');
});

test('whoever was faster is told from whoever was slower', async () => {
  const signed = await storeWithOwner();
  await signed.setPolicy(openPolicy);
  const { paste, approve } = await enter(signed);
  const page = await paste(request);
  await signed.setPolicy(frozenPolicy(openPolicy, 'Black Friday'));
  expect(await approve(page)).toMatchObject({ status: 409, title: expect.stringContaining('Somebody was faster') });
  expect(await signed.store.read(routePolicy), 'no freeze is lifted by it').toMatchObject({ frozen: {} });
});

test('forms come from the room, from those who are in, and in a size that a team may ask for', async () => {
  const signed = await storeWithOwner();
  const { room, paste, ask } = await enter(signed);
  expect((await paste(request, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await fetch(`${room.origin}/en/policy`, { method: 'POST', body: new URLSearchParams() })).status).toBe(401);
  expect(await paste('x'.repeat(40_000))).toMatchObject({ status: 413, body: expect.stringContaining('is too long') });
  expect(
    (await ask('/en/policy', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status,
  ).toBe(415);
  expect((await ask('/xx/policy', { method: 'POST' })).status).toBe(404);
});

test('teams see nothing of what the owner decides, and a key that only looks signs nothing', async () => {
  const signed = await storeWithOwner();
  await signed.addKey('looker', '*', []);
  const team = await enter(signed, 'blog');
  for (const path of ['/en/policy', '/en/freeze', '/en/policy/agree/blog/version-1'])
    expect((await team.ask(path)).status, path).toBe(404);
  expect((await team.paste(request)).status).toBe(404);
  expect((await team.ask('/en/map')).body).not.toContain('/en/freeze');
  const owner = await enter(signed);
  const looker = await enter(signed, 'looker');
  const { body } = await looker.paste(request);
  expect(body).toContain('npx site policy --request blog.request.json');
  expect(taskIn(body)).toBeUndefined();
  const page = await owner.paste(request);
  expect(await owner.approve(page, 'looker')).toMatchObject({ isRefused: true });
  expect(await owner.approve(page, 'blog')).toMatchObject({ isRefused: true });
  expect(await team.approve(page)).toMatchObject({ status: 404 });
  expect(await signed.store.read(routePolicy)).toBeUndefined();
});

test('the map shows what waits and what is under rollout beside what is live, and what waits for the owner’s agreement', async () => {
  const signed = await storeWithOwner();
  const page = (name: string, path: string) => declaredPage({ name, path });
  await publish(signed, {
    version: 'version-2',
    packages: {},
    pages: [page('blog', 'blog'), page('archive', 'blog/archive')],
  });
  await setRollout(
    signed.store,
    'blog',
    { version: 'version-2', share: 10 },
    { signing: signed.signing('blog'), trust: signed.trust() },
  );
  await publish(signed, {
    version: 'version-3',
    packages: { zod: '4.1.0' },
    pages: [page('blog', 'blog'), page('more', 'blog/more')],
  });
  await signed.setPolicy({ ...openPolicy, agreed: { blog: { packages: [] } } });
  const { ask, approve } = await enter(signed);
  const { body } = await ask('/en/map');
  expect(body).toMatch(/version-2<\/bdi><\/code><\/a> <span class="badge accent">Under rollout 10%/);
  expect(body).toContain('/en/blog/archive (blog)');
  expect(body).toMatch(/version-3.*Waiting/s);
  expect(body, 'if they agreed').toContain('/en/blog/more (blog)');
  expect(body).toContain('packages zod@4.1.0');
  const agreement = await ask('/en/policy/agree/blog/version-3');
  expect(agreement.body).toMatch(/Agreed with blog.*zod@4\.1\.0/s);
  expect(await approve(agreement)).toMatchObject({ status: 200 });
  expect(await signed.store.read(routePolicy)).toMatchObject({ agreed: { blog: { packages: ['zod@4.1.0'] } } });
  const team = await enter(signed, 'marketing');
  expect((await team.ask('/en/map')).body, 'others see nothing of it').not.toContain('version-3');
});

test('an older version that waits, or that no trusted key has signed, proposes nothing', async () => {
  const signed = await storeWithOwner();
  await publish(signed, { version: 'version-2' });
  await signed.release({ version: 'version-3' });
  await signed.addKey('stranger');
  const { ask } = await enter(signed);
  expect((await ask('/en/map')).body).not.toContain('version-2');
  await publishApp(signed.store, { version: 'version-4' }, { key: signed.key('stranger') });
  expect((await ask('/en/map')).body).not.toContain('version-4');
});

test('the owner freezes the site and lifts that, and every page says so meanwhile', async () => {
  const signed = await storeWithOwner();
  await publish(signed, { version: 'version-2' });
  const { ask, approve } = await enter(signed);
  const page = await ask(`/en/freeze?reason=${encodeURIComponent("It's <b>Black</b> Friday")}`);
  expect(page.body).toContain('npx site freeze &#39;It&#39;\\&#39;&#39;s &lt;b&gt;Black&lt;/b&gt; Friday&#39;');
  expect(await approve(page)).toMatchObject({ title: 'The site is frozen: nothing new goes live.' });
  await expect(signed.promote('version-2')).rejects.toMatchObject({ code: 'RELEASE-FROZEN' });
  for (const path of ['/en', '/en/map', '/en/freeze']) {
    expect((await ask(path)).body, path).toMatch(/Nothing new goes live<\/h2>.*It&#39;s &lt;b&gt;Black/s);
  }
  expect((await ask('/en/apps/blog/version-2/promote')).body, 'before anyone signs').toContain('RELEASE-FROZEN');
  const team = await enter(signed, 'blog');
  expect((await team.ask('/en')).body, 'teams read it too').toContain('Nothing new goes live');
  expect(await approve(await ask('/en/freeze'))).toMatchObject({ title: expect.stringContaining('lifted') });
  expect(await signed.promote('version-2')).toMatchObject({ version: 'version-2' });
  expect(await signed.store.read(pointerOf('blog'))).toMatchObject({ version: 'version-2' });
});

test('a reason that is too long stays in the field, and nothing can be signed', async () => {
  const { ask } = await enter(await storeWithOwner());
  const { body } = await ask(`/en/freeze?reason=${'x'.repeat(300)}`);
  expect(body).toContain('200 characters at most');
  expect(taskIn(body)).toBeUndefined();
  expect(taskIn((await ask('/en/freeze')).body), 'before a reason was asked for').toBeUndefined();
});

test('nobody signs here what somebody else has written into the policy', async () => {
  const signed = await storeWithOwner();
  await signed.setPolicy(openPolicy);
  const policy = await signed.read<StoredPolicy>('policy.json');
  await signed.write('policy.json', { ...policy, claims: { evil: ['blog'] } });
  const { ask, paste } = await enter(signed);
  for (const { body } of [await ask('/en/freeze?reason='), await paste(request)]) {
    expect(body).toContain('RELEASE-SIGNATURE');
    expect(taskIn(body)).toBeUndefined();
  }
  await writeFile(join(signed.store.location, 'policy.json'), '{');
  expect((await ask('/en/freeze?reason=')).body).toContain('RELEASE-POLICY');
});
