import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { FaultLog } from '@site/releases/FaultLog.ts';
import { list } from '@site/releases/operations/list.ts';
import { pointerOf } from '@site/releases/pointer.ts';
import { routePolicy, type StoredPolicy } from '@site/releases/policy.ts';
import { signRequest } from '@site/releases/signing/requests.ts';
import { signClaims } from '@site/releases/signing/signatures.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import { type Service, startService } from '@site/testkit/releases/service.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import { siteAnswer } from '@site/testkit/site/siteCommand.ts';

/**
 * Two sites trust the same keys. What a team signs for one must not be accepted on the other, even if someone copies it
 * there.
 */

const otherSite = 'https://www.example.org';
const closed = { ...openPolicy, others: 'none' } as const;

/** What the list says about an app. */
const problemOf = async (signed: SignedStore, app: string) => {
  const listed = await list(signed.store, new FaultLog(await newFolder()), { trust: signed.trust() });
  return listed.find((known) => known.app === app)?.problem;
};

/** Version-1 of the blog is live on one site, and version-2 on the other. The first site's store also has version-2. */
async function twoSites(signed?: SignedStore) {
  const here = signed ?? (await SignedStore.create());
  await here.release({ version: 'version-2' });
  await here.promote('version-1');
  const there = await here.ofOtherSite(otherSite);
  await there.release({ version: 'version-2' });
  return { here, there };
}

test('a pointer of another site is refused, what was live stays, and the next promotion replaces it', async () => {
  const { here, there } = await twoSites();
  const data = await newFolder();
  const { releases, live } = await here.follow(data);
  expect(live()).toBe('version-1');
  await here.write('blog/current.json', await there.read('blog/current.json'));
  await expect.poll(() => releases.current().refused.get('blog')).toBe('RELEASE-SITE');
  expect(live()).toBe('version-1');
  expect(await problemOf(here, 'blog')).toMatch(
    /^RELEASE-SITE .*https:\/\/www\.example\.org.*SITE_ORIGIN=https:\/\/www\.example\.com/,
  );
  releases.close();
  const again = await here.follow(data);
  expect([again.live(), [...again.releases.current().refused]], 'after a restart').toEqual([
    'version-1',
    [['blog', 'RELEASE-SITE']],
  ]);
  const newServer = await here.follow(await newFolder());
  expect(newServer.releases.current().unreachable.get('blog'), 'on a new server').toBe('RELEASE-SITE');

  const pointer = await here.promote('version-2');
  expect(pointer.previous, 'nobody signs the other site’s history').toEqual([]);
  await expect.poll(again.live).toBe('version-2');
  expect(again.releases.current().refused.size).toBe(0);
});

test('a route policy of another site is refused, and the previous one stays in force', async () => {
  const { here, there } = await twoSites();
  await here.setPolicy(openPolicy);
  await there.setPolicy(closed);
  const { releases } = await here.follow(await newFolder());
  expect(releases.current().refusedPolicy).toBeUndefined();
  await here.write('policy.json', await there.read('policy.json'));
  await expect.poll(() => releases.current().refusedPolicy).toBe('RELEASE-SITE');
  expect(releases.current().policy.others).toBe('own-name');
  expect(await problemOf(here, 'shell')).toMatch(/^RELEASE-SITE policy\.json/);
  await here.setPolicy(closed);
  await expect.poll(() => releases.current().refusedPolicy).toBeUndefined();
  expect(releases.current().policy.others).toBe('none');
});

test('a pointer without a site, or with its name changed, is refused', async () => {
  const { here, there } = await twoSites();
  const { releases, live } = await here.follow(await newFolder());
  const pointer = await there.read<Pointer>('blog/current.json');
  await here.write('blog/current.json', { ...pointer, signature: { ...pointer.signature, site: here.site } });
  await expect.poll(() => releases.current().refused.get('blog')).toBe('RELEASE-SIGNATURE');
  const claims = { app: 'blog', serial: Date.now(), expires: pointer.signature?.expires ?? '' };
  await here.write('blog/current.json', signClaims(pointerOf('blog'), pointer, claims, here.key('blog')));
  await expect.poll(() => releases.current().refused.get('blog')).toBe('RELEASE-SITE');
  expect(live()).toBe('version-1');
});

/** Sends a service what was signed for another site. */
async function bring({ address, signed }: Service, path: string, team: string, content: Pointer | StoredPolicy) {
  const { serial } = (await signed.read<Pointer>(path).catch(() => undefined))?.signature ?? {};
  const url = `${address}/${path}`;
  const body = JSON.stringify(content);
  const condition: Record<string, string> = serial === undefined ? {} : { 'if-match': `"${serial}"` };
  const headers = { ...signRequest({ method: 'PUT', url, body }, signed.key(team)), ...condition };
  const response = await fetch(url, { method: 'PUT', headers, body });
  return [response.status, ((await response.json()) as { code: string }).code];
}

test('a release service accepts neither a pointer nor a route policy of another site', async () => {
  const service = await startService();
  const { here, there } = await twoSites(service.signed);
  await there.setPolicy(closed);
  const before = await here.store.read(pointerOf('blog'));
  const refused = [422, 'RELEASE-SITE'];
  expect(await bring(service, 'blog/current.json', 'blog', await there.read('blog/current.json'))).toEqual(refused);
  expect(await bring(service, 'policy.json', 'shell', await there.read('policy.json'))).toEqual(refused);
  expect([await here.store.read(pointerOf('blog')), await here.store.read(routePolicy)]).toEqual([before, undefined]);
});

let environment: NodeJS.ProcessEnv;
beforeEach(() => {
  environment = process.env;
});
afterEach(() => {
  process.env = environment;
});

/** Runs a command of the blog's team, as on its own machine. */
async function run(words: string, signed: SignedStore, settings: Record<string, string> = {}) {
  const key = signed.keyFile('blog');
  const own = { DATA_DIR: await newFolder(), RELEASE_KEY: key, PROMOTE_KEY: key };
  process.env = { PATH: environment.PATH, ...own, ...settings };
  return await siteAnswer(words.split(' '));
}

test('a release service can’t make a team sign for a site other than its own', async () => {
  const service = await startService();
  const { signed, address } = service;
  await signed.release({ version: 'version-2' });
  const promote = `promote blog version-1 --to ${address}`;
  const before = await signed.store.read(pointerOf('blog'));
  // It claims to be for https://www.example.com, but is at http://127.0.0.1.
  expect(await run(promote, signed)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^RELEASE-SITE .*word isn’t enough.* SITE_ORIGIN=https:\/\/www\.example\.com$/),
  });
  expect(await run(promote, signed, { SITE_ORIGIN: otherSite })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^RELEASE-SITE .* you sign for https:\/\/www\.example\.org/),
  });
  expect(await signed.store.read(pointerOf('blog'))).toEqual(before);
  expect(await run(promote, signed, { SITE_ORIGIN: signed.site })).toMatchObject({ code: 0 });
  expect(await signed.store.read(pointerOf('blog'))).toMatchObject({ version: 'version-1' });
});

test('on the site’s own machine a service needs no setting', async () => {
  const service = await startService({ site: 'http://localhost' });
  const { signed, address } = service;
  await signed.release({ version: 'version-2' });
  expect(await run(`promote blog version-1 --to ${address}`, signed)).toMatchObject({ code: 0 });
  expect((await signed.store.read(pointerOf('blog')))?.signature?.site).toBe('http://localhost');
});

test('for a folder, nobody signs for the wrong site by default: the live pointers name the site', async () => {
  const signed = await SignedStore.create();
  await signed.release({ version: 'version-2' });
  const RELEASES = signed.store.location;
  expect(await run('promote blog version-1', signed, { RELEASES })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^RELEASE-SITE .* SITE_ORIGIN=https:\/\/www\.example\.com$/),
  });
  expect(await signed.store.read(pointerOf('blog'))).toMatchObject({ version: 'version-2' });
  const named = { RELEASES, SITE_ORIGIN: 'https://WWW.example.com:443' };
  expect(await run('promote blog version-1', signed, named)).toMatchObject({ code: 0 });
  expect((await signed.store.read(pointerOf('blog')))?.signature?.site).toBe(signed.site);
});

test('through a service, a team doesn’t sign a history that a thief has written into the store', async () => {
  const service = await startService();
  const { signed, address } = service;
  await signed.release({ version: 'version-2' });
  const stolen = await signed.read<Pointer>('blog/current.json');
  const since = '2020-01-01T00:00:00.000Z';
  const previous = [{ version: 'version-0', since }];
  for (const thief of [undefined, 'marketing'] as const) {
    const pointer = { ...stolen, previous };
    const claims = { app: 'blog', site: signed.site, serial: Date.now(), expires: stolen.signature?.expires ?? '' };
    await signed.write(
      'blog/current.json',
      thief ? signClaims(pointerOf('blog'), pointer, claims, signed.key(thief)) : pointer,
    );
    const promoted = await run(`promote blog version-1 --to ${address}`, signed, { SITE_ORIGIN: signed.site });
    expect(promoted).toMatchObject({ code: 0 });
    expect(await signed.store.read(pointerOf('blog'))).toMatchObject({ version: 'version-1', previous: [] });
  }
  // Its own history stays.
  const next = await run(`promote blog version-2 --to ${address}`, signed, { SITE_ORIGIN: signed.site });
  expect(next).toMatchObject({ code: 0 });
  expect(await signed.store.read(pointerOf('blog'))).toMatchObject({ previous: [{ version: 'version-1' }] });
});
