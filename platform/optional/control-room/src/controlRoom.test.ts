import { expect, test } from '@rstest/core';
import { signRequest } from '@site/releases/signing/requests.ts';
import type { NewestVersions, PrunableStore } from '@site/releases/store/ReleaseStore.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { newStore } from '@site/testkit/releases/fixtures.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import type { ControlRoom } from './controlRoom.ts';
import { roomLimits } from './limits.ts';
import { comeIn, openTestRoom } from './testing/openTestRoom.ts';

const day = 24 * 60 * 60_000;

const plain = { redirect: 'manual' } as const;

/** A page as the holder of a cookie gets it. */
async function look(room: ControlRoom, path: string, cookie = '') {
  const response = await fetch(room.origin + path, { ...plain, headers: { cookie } });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

/** Asks for a link as the command does. */
const invite = async ({ origin }: ControlRoom, key: Parameters<typeof signRequest>[1]) => {
  const url = `${origin}/invitations`;
  const headers = signRequest({ method: 'POST', url }, key);
  const again = () => fetch(url, { method: 'POST', headers });
  const response = await again();
  return { status: response.status, body: (await response.json()) as { readonly link: string }, again };
};

test('the holder of a key comes in with a link that works once, and goes out', async () => {
  const signed = await SignedStore.create();
  const room = await openTestRoom(signed);
  expect(await look(room, '/en')).toMatchObject({ status: 401, body: expect.not.stringContaining('blog') });
  const { status, body, again } = await invite(room, signed.key('blog'));
  expect(status).toBe(200);
  expect((await again()).status, 'a request counts once').toBe(401);

  const shown = await fetch(body.link);
  expect(await shown.text()).toContain('with the key blog, once');
  expect(shown.headers.get('set-cookie'), 'looking at a link uses nothing up').toBeNull();
  expect(await comeIn(body.link, { 'sec-fetch-site': 'cross-site' }), 'another site lets nobody in').toBeUndefined();
  const answer = await fetch(body.link, { ...plain, method: 'POST' });
  expect(answer.headers.get('set-cookie')).toMatch(
    /^control-room=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
  );
  const cookie = answer.headers.get('set-cookie')?.split(';')[0];
  expect(await comeIn(body.link), 'the second time').toBeUndefined();
  expect((await fetch(body.link)).status).toBe(403);

  expect((await look(room, '/en', cookie)).body).toContain('version-1');
  await fetch(`${room.origin}/leave`, { ...plain, method: 'POST', headers: { cookie: cookie ?? '' } });
  expect((await look(room, '/en', cookie)).status).toBe(401);
});

test('a key sees its own apps alone, also one that signs nothing, and none once it is revoked', async () => {
  const signed = await SignedStore.create();
  await signed.addKey('reader', 'blog', []);
  const room = await openTestRoom(signed);
  const cookie = await comeIn((await invite(room, signed.key('reader'))).body.link);
  const { body } = await look(room, '/en', cookie);
  expect(body).toContain('/en/apps/blog');
  for (const path of ['/en', '/en/map', '/en/log'])
    expect((await look(room, path, cookie)).body, path).not.toMatch(/marketing|shell/);
  for (const path of ['/en/apps/marketing', '/en/apps/marketing/version-1', '/en/apps/shell', '/en/apps/nothing'])
    expect((await look(room, path, cookie)).status, path).toBe(404);
  expect(() => signed.trust().assertMember(signed.key('reader').public, 'blog'), 'it changes nothing').toThrow(
    'which may only look',
  );

  await signed.revoke('reader');
  await expect.poll(async () => (await look(room, '/en', cookie)).status).toBe(401);
  expect((await invite(room, signed.key('reader'))).status).toBe(403);
});

test('strangers get no link, and no guess lets them in', async () => {
  const signed = await SignedStore.create();
  const room = await openTestRoom(signed);
  expect((await invite(room, await signed.addKey('stranger'))).status).toBe(403);
  expect((await fetch(`${room.origin}/invitations`, { method: 'POST' })).status).toBe(401);
  expect(await comeIn(`${room.origin}/enter/${'a'.repeat(43)}`)).toBeUndefined();
  expect((await look(room, '/en', `control-room=${'a'.repeat(43)}`)).status).toBe(401);
});

/** A store that counts how often it is read, whatever is asked of it. */
function counted(store: PrunableStore): { readonly store: PrunableStore; readonly reads: () => number } {
  let reads = 0;
  const proxy = new Proxy(store, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        reads += 1;
        return value.apply(target, given);
      };
    },
  });
  return { store: proxy, reads: () => reads };
}

test('a page reads no more when an app has more versions', async () => {
  const signed = await SignedStore.create();
  const { store, reads } = counted(signed.store);
  const room = await openTestRoom(signed, { store: store });
  const cookie = await comeIn(room.link(signed.key('blog').public));
  const paths = ['/en', '/en/map', '/en/log', '/en/apps/blog', '/en/apps/blog/version-1'];
  const readsOf = async (path: string) => {
    const before = reads();
    expect((await look(room, path, cookie)).status, path).toBe(200);
    return reads() - before;
  };
  await signed.release({ version: 'version-2' });
  await signed.promote('version-1');
  for (const path of paths) await readsOf(path);
  const few: number[] = [];
  for (const path of paths) few.push(await readsOf(path));
  for (let version = 3; version < 30; version += 1) await signed.release({ version: `version-${version}` });
  await signed.promote('version-1');
  const many: number[] = [];
  for (const path of paths) many.push(await readsOf(path));
  // Each of them was live, which the log says: of as many as are on its page.
  const log = paths.indexOf('/en/log');
  expect(many.toSpliced(log, 1)).toEqual(few.toSpliced(log, 1));
  expect(many[log]).toBeLessThanOrEqual((few[log] ?? 0) + roomLimits.entriesOnPage);
  expect((await look(room, '/en/apps/blog?page=2', cookie)).body).toContain('Page 2 of 2');
  expect((await look(room, '/en/apps/blog?page=99', cookie)).body, 'the last one').toContain('Page 2 of 2');
});

test('a list of versions describes those that it shows, whatever others there are', async () => {
  const signed = await SignedStore.create();
  for (let version = 2; version < 40; version += 1) await signed.release({ version: `version-${version}` });
  const described: number[] = [];
  const store: PrunableStore = new Proxy(signed.store, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]) => {
        const found: unknown = await value.apply(target, given);
        if (name === 'newest') described.push((found as NewestVersions).versions.length);
        else expect(name, 'all of them').not.toBe('versions');
        return found;
      };
    },
  });
  const room = await openTestRoom(signed, { store: store });
  const cookie = await comeIn(room.link(signed.key('blog').public));
  const { body } = await look(room, '/en/apps/blog', cookie);
  expect(body).toContain('version-39');
  expect(body).not.toContain('/en/apps/blog/version-9');
  expect(described).toEqual([25]);
});

test('whoever is invited finds the first page ready', async () => {
  const signed = await SignedStore.create();
  const { store, reads } = counted(signed.store);
  const room = await openTestRoom(signed, { store: store });
  const cookie = await comeIn(room.link(signed.key('blog').public));
  // Pointers and manifests are known by then: a page asks for the apps, and whether the pointer and the policy have changed.
  await expect.poll(() => reads()).toBeGreaterThanOrEqual(1 + 3 * 3);
  const before = reads();
  await look(room, '/en', cookie);
  expect(reads() - before).toBeLessThanOrEqual(1 + 2);
});

test('pages are in the language of the browser or of the address, for nobody’s cache, and run no script', async () => {
  const signed = await SignedStore.create();
  const room = await openTestRoom(signed);
  const cookie = await comeIn(room.link(signed.key('blog').public));
  const { headers } = await fetch(room.origin, { ...plain, headers: { 'accept-language': 'fr-CA, en;q=0.5' } });
  expect(headers.get('location')).toBe('/fr');
  for (const [language, title] of [
    ['en', 'What is live'],
    ['fr', 'Ce qui est en ligne'],
    ['es', 'Lo que está publicado'],
  ]) {
    const page = await look(room, `/${language}`, cookie);
    expect(page.body).toContain(`<html lang="${language}">`);
    expect(page.body).toContain(`<h1>${title}</h1>`);
    expect(page.body).not.toMatch(/<script|<style| style=| on\w+=|\{\{/);
    expect(page.headers.get('cache-control')).toBe('no-store');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|script-src|https?:/);
  }
});

test('the log says who did what, of one app or one key, and which keys are no longer trusted', async () => {
  const signed = await SignedStore.create();
  const ada = await signed.addKey('ada', 'blog');
  await signed.release({ version: 'version-2' }, 'ada');
  await signed.setPolicy(openPolicy);
  const room = await openTestRoom(signed);
  const cookie = await comeIn(room.link(signed.key('blog').public));
  const all = (await look(room, '/en/log', cookie)).body;
  expect(all.match(/<li><time/g)).toHaveLength(2);
  expect(all).toContain('key ada');
  expect(all, 'the shell’s owner sets it').not.toContain('route policy was set');
  const filtered = (await look(room, `/en/log?app=blog&key=${ada.public}`, cookie)).body;
  expect(filtered.match(/<li><time/g)).toHaveLength(1);
  expect(filtered).toContain(`<option value="${ada.public}" selected>ada</option>`);
  expect((await look(room, '/en/log?app=shell', cookie)).body).toContain('Nothing of that is known.');
  const attack = encodeURIComponent('"><script>');
  expect((await look(room, `/en/log?app=${attack}&key=${attack}`, cookie)).body).not.toContain('<script');

  await signed.revoke('ada');
  await expect.poll(async () => (await look(room, '/en/log', cookie)).body).toContain('no longer trusted');
  await signed.changeTrusted(({ ada: _ada, ...keys }) => keys);
  await expect.poll(async () => (await look(room, '/en/log', cookie)).body).toContain(`key ${ada.public}`);
  const owner = await comeIn(room.link(signed.key('shell').public));
  expect((await look(room, '/en/log', owner)).body).toContain('The route policy was set');
});

test('an empty store says so; of many apps a page shows fifty, and the worst ones first', async () => {
  const signed = await SignedStore.create();
  const empty = await openTestRoom(signed, { store: await newStore() });
  const page = async (room: ControlRoom, path: string) =>
    (await look(room, path, await comeIn(room.link(signed.key('many').public)))).body;
  await signed.addKey('many', '*');
  expect(await page(empty, '/en')).toContain('No app is in the store yet');
  expect(await page(empty, '/en')).not.toContain('All is well');

  for (let app = 10; app < 60; app += 1) await signed.putPointer('version-1', 'many', `many-${app}`, 2 * day);
  await signed.putPointer('version-1', 'marketing', 'many-59');
  const room = await openTestRoom(signed);
  const first = await page(room, '/en');
  expect(first, 'what servers refuse is before what ends soon').toMatch(/many-59(?:(?!many-10).)*many-10/s);
  expect(first).toContain('<summary>45 more apps</summary>');
  expect(first).toContain('Page 1 of 2');
  expect(await page(room, '/en?page=2')).not.toContain('Look at this first');
  expect(await page(room, '/en?q=many'), 'a search has its own pages').not.toContain('Page 1 of');
});

test('an error is told in the language of the page, with its own words below', async () => {
  const signed = await SignedStore.create();
  const room = await openTestRoom(signed);
  await signed.putPointer('version-1', undefined);
  const cookie = await comeIn(room.link(signed.key('blog').public));
  for (const [language, meaning] of [
    ['en', 'The signature is missing.'],
    ['fr', 'La signature manque.'],
    ['es', 'Falta la firma.'],
  ]) {
    const { body } = await look(room, `/${language}/apps/blog`, cookie);
    expect(body).toMatch(new RegExp(`>${meaning}</strong> <span class="said" lang="en" dir="auto">RELEASE-UNSIGNED `));
  }
});
