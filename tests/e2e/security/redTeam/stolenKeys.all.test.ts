import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, rstest, test } from '@rstest/core';
import { FaultLog } from '@site/releases/FaultLog.ts';
import { setPolicy } from '@site/releases/operations/setRecord.ts';
import { pointerOf } from '@site/releases/pointer.ts';
import { routePolicy } from '@site/releases/policy.ts';
import { ServerLog } from '@site/releases/ServerLog.ts';
import { clockSkew, maxPointerLife } from '@site/releases/signing/bounds.ts';
import { signRecord } from '@site/releases/signing/signatures.ts';
import { noCounts } from '@site/rollouts/counts.ts';
import { RolloutLog } from '@site/rollouts/RolloutLog.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import { serverReport } from '@site/testkit/releases/serverReport.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import { siteAnswer } from '@site/testkit/site/siteCommand.ts';

const minute = 60_000;
const inTheFuture = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

/** Version-2 of the blog is live, signed by its owner. A thief has the team's key, which servers still trust. */
async function storeOfTwoKeys(): Promise<SignedStore> {
  const signed = await SignedStore.create();
  await signed.addKey('owner', 'blog');
  await signed.release({ version: 'version-2' }, 'owner');
  return signed;
}

test.each([
  ['that no later one can exceed', { serial: Number.MAX_SAFE_INTEGER }, 'RELEASE-AHEAD'],
  ['of the year after', { serial: Date.now() + 365 * 24 * 60 * minute }, 'RELEASE-AHEAD'],
  ['of a clock that is too far ahead', { serial: Date.now() + clockSkew + 2 * minute }, 'RELEASE-AHEAD'],
  ['valid for a hundred years', { expires: '2126-01-01T00:00:00.000Z' }, 'RELEASE-LIFE'],
  ['valid for longer than servers allow', { expires: inTheFuture(maxPointerLife + 60 * minute) }, 'RELEASE-LIFE'],
])('a stolen key can’t sign a serial or validity %s', async (_, claims, code) => {
  const signed = await storeOfTwoKeys();
  const { live, releases } = await signed.follow(await newFolder());
  await signed.forgePointer('version-1', 'blog', claims);
  await expect.poll(() => releases.current().refused.get('blog')).toBe(code);
  expect(live()).toBe('version-2');
  const fresh = await signed.follow(await newFolder());
  expect(fresh.releases.current().unreachable.get('blog'), 'on a new server').toBe(code);

  await signed.promote('version-2', 'owner');
  await expect.poll(() => releases.current().refused.size).toBe(0);
  expect(live()).toBe('version-2');
});

test('after a stolen key is revoked, the owner’s next promotion replaces the thief’s version, even after a restart', async () => {
  const signed = await storeOfTwoKeys();
  const data = await newFolder();
  const { live, releases } = await signed.follow(data);
  // As far ahead as servers accept: the owner's clock has not reached it.
  await signed.forgePointer('version-1', 'blog', { serial: Date.now() + clockSkew - 100 });
  await expect.poll(live).toBe('version-1');
  await signed.revoke('blog');
  await signed.promote('version-2', 'owner');
  await expect.poll(live).toBe('version-2');
  releases.close();
  const again = await signed.follow(data);
  expect([again.live(), again.releases.current().refused.size]).toEqual(['version-2', 0]);
});

test('revoking a stolen key doesn’t reopen the past: earlier pointers of the owner’s key stay refused', async () => {
  const signed = await storeOfTwoKeys();
  const data = await newFolder();
  const { live, releases } = await signed.follow(data);
  const old = await signed.read<Pointer>('blog/current.json');
  await signed.promote('version-1', 'owner');
  await expect.poll(live).toBe('version-1');
  await signed.promote('version-2', 'blog');
  await expect.poll(live).toBe('version-2');
  await signed.revoke('blog');
  await signed.write('blog/current.json', old);
  await expect.poll(() => releases.current().refused.get('blog')).toBe('RELEASE-REPLAYED');
  releases.close();
  const again = await signed.follow(data);
  expect(again.releases.current().refused.get('blog'), 'after a restart').toBe('RELEASE-REPLAYED');
});

test('a stolen key of the shell’s owner can’t sign a route policy that can never be replaced', async () => {
  const signed = await storeOfTwoKeys();
  const trust = signed.trust();
  await setPolicy(signed.store, openPolicy, { signing: signed.signing('shell'), trust });
  const before = await signed.store.read(routePolicy);
  const clock = rstest.spyOn(Date, 'now').mockReturnValue(Date.now() + 365 * 24 * 60 * minute);
  const forged = signRecord(routePolicy, { ...openPolicy, others: 'none' }, before, signed.signing('shell'));
  clock.mockRestore();
  expect(() => trust.assertCurrent(routePolicy, forged, before)).toThrow('RELEASE-AHEAD');
  await signed.write('policy.json', forged);
  await setPolicy(signed.store, openPolicy, { signing: signed.signing('shell'), trust });
  expect(() => trust.assertCurrent(routePolicy, openPolicy, before)).toThrow('RELEASE-UNSIGNED');
  const after = await signed.store.read(routePolicy);
  expect(after && trust.assertCurrent(routePolicy, after, before)).toBeUndefined();
});

test('the serial of a route policy that a revoked key signed doesn’t block its replacement', async () => {
  const signed = await storeOfTwoKeys();
  const trust = signed.trust();
  await signed.addKey('shell-2', 'shell');
  const ahead = rstest.spyOn(Date, 'now').mockReturnValue(Date.now() + clockSkew - minute);
  const stolen = signRecord(routePolicy, openPolicy, undefined, signed.signing('shell'));
  ahead.mockRestore();
  const next = signRecord(routePolicy, openPolicy, undefined, signed.signing('shell-2'));
  expect(() => trust.assertCurrent(routePolicy, next, stolen)).toThrow('RELEASE-REPLAYED');
  await signed.revoke('shell');
  expect(() => trust.assertCurrent(routePolicy, next, stolen)).not.toThrow();
});

/**
 * A server that reports to commands, and commands that don't know whom it trusts.
 *
 * @param mirror the folder where the server finds the store as it is now, whatever happens to the store later
 */
async function reportingSite(mirror?: string) {
  const signed = await storeOfTwoKeys();
  const data = await newFolder();
  if (mirror) await cp(signed.store.location, mirror, { recursive: true });
  const { live } = await signed.follow(data, mirror);
  await new ServerLog(data).write(serverReport({ origin: signed.site, audience: signed.site }));
  const { PATH } = environment;
  process.env = { PATH, RELEASES: signed.store.location, DATA_DIR: data, REPORTS: data, SITE_ORIGIN: signed.site };
  const run = (command: string, key: string) => siteAnswer([...command.split(' '), '--key', signed.keyFile(key)]);
  return { signed, data, live, run };
}

const environment = process.env;
afterEach(() => {
  process.env = environment;
});

const refusedBy = (code: string) => ({
  code: 1,
  stdout: '',
  stderr: expect.stringMatching(new RegExp(`^RELEASE-REFUSED .* servers refuse it.*${code}`)),
});

test('promote succeeds only when servers have accepted the version, otherwise it says why not', async () => {
  const { signed, live, run } = await reportingSite();
  await signed.revoke('blog');
  expect(await run('promote blog version-1', 'blog')).toMatchObject(refusedBy('RELEASE-KEY'));
  expect(live()).toBe('version-2');
  await signed.release({}, 'owner');
  await signed.promote('version-2', 'owner');
  expect(await run('promote blog version-1', 'owner')).toEqual({
    code: 0,
    // These servers have no address: nobody has seen the page.
    stdout: expect.stringMatching(
      /^blog@version-1 is promoted, but https:\/\/www\.example\.com\/frontend-discovery\.json doesn’t show it yet/,
    ),
    stderr: '',
  });
});

test('promote says when somebody withholds the new pointer from servers', async () => {
  const { live, run } = await reportingSite(await newFolder());
  expect(await run('promote blog version-1', 'owner')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('No server has reported it yet.'),
  });
  expect(live()).toBe('version-2');
});

test('what only a revoked key signed goes live as docs/security.md says: signed from a server’s copy', async () => {
  const { signed, data, live, run } = await reportingSite();
  process.env.TRUSTED_KEYS = signed.trusted;
  await signed.revoke('blog');
  expect(await run('promote blog version-1', 'owner')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('RELEASE-KEY'),
  });
  expect(await run(`publish blog --folder ${join(data, 'blog/version-1')} --promote`, 'owner')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^blog@version-1 is in the store already\./),
  });
  await expect.poll(live).toBe('version-1');
  expect((await signed.follow(await newFolder())).live(), 'on a new server').toBe('version-1');
});

test('policy says that a route policy is in force only when servers have accepted it, otherwise why not', async () => {
  const { signed, data, run } = await reportingSite();
  const file = join(data, 'new-policy.json');
  await writeFile(file, JSON.stringify(openPolicy));
  expect(await run(`policy ${file}`, 'shell')).toMatchObject({ code: 0, stderr: '' });
  await signed.revoke('shell');
  expect(await run(`policy ${file}`, 'shell')).toMatchObject(refusedBy('RELEASE-KEY'));
});

test('when servers refuse the next share of a watched version, the command ends and says why', async () => {
  const { signed, data, live, run } = await reportingSite();
  const watching = run('promote blog version-1 --share 10% --watch --step 0 --views 1', 'blog');
  const rollout = async () => (await signed.store.read(pointerOf('blog')))?.candidate;
  await expect.poll(rollout).toMatchObject({ share: 10 });
  const { salt = '', since = '', version = '' } = (await rollout()) ?? {};
  await expect
    .poll(() => new FaultLog(data).acceptedPointer('blog'))
    .toBe((await signed.store.read(pointerOf('blog')))?.signature?.value);
  await signed.revoke('blog');
  const report = { version, salt, since, candidate: { ...noCounts, views: 9 }, live: { ...noCounts, views: 99 } };
  await new RolloutLog(data).write('blog', 'server', report);
  expect(await watching).toMatchObject(refusedBy('RELEASE-KEY'));
  expect(live()).toBe('version-2');
});
