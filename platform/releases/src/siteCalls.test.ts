import { expect, test } from '@rstest/core';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { callsOf } from './callsOf.ts';
import { plainSet, type Release, type ReleaseSet, routesOf } from './Release.ts';
import { askedCalls } from './siteCalls.ts';

const release = (name: string, manifest: Partial<ReleaseManifest> = {}): Release => ({
  manifest: { name, version: 'version-1', ...manifest } as ReleaseManifest,
  folder: '',
});

const contactPage = { name: 'contact', form: 'contact' } as NonNullable<ReleaseManifest['pages']>[number];

function asked(remotes: readonly Release[], change: Partial<ReleaseSet> = {}) {
  const byName = new Map(remotes.map((remote) => [remote.manifest.name, [remote]]));
  const set = plainSet(release('shell'), new Map(), openPolicy);
  return [...askedCalls({ ...set, remotes: byName, ...change })].sort();
}

const home = release('home', { calls: [] });
const every = ['findArticle', 'listNews', 'sendMessage'];

test('a version makes the calls that its sources name, and that of the site’s form if a page has it', () => {
  expect(callsOf({ calls: ['listNews', 'unknown'] })).toEqual(['listNews']);
  expect(callsOf({ calls: [], pages: [contactPage] })).toEqual(['sendMessage']);
});

test('an early version, which doesn’t say, may make any', () => {
  expect([...callsOf({})].sort()).toEqual(every);
  expect(asked([home, release('early')])).toEqual(every);
});

test('a site asks for what its remotes ask for, the one under rollout included, and the shell for nothing', () => {
  expect(asked([home])).toEqual([]);
  expect(asked([home, release('blog', { calls: ['listNews', 'findArticle'] })])).toEqual(['findArticle', 'listNews']);
  const candidate = { release: release('home', { calls: ['listNews'] }), share: 10, since: '', salt: '' };
  expect(asked([home], { candidates: new Map([['home', candidate]]) })).toEqual(['listNews']);
});

test('while a remote that the site should have can’t be shown, nobody knows what it asks for: any call', () => {
  expect(asked([home], { gone: ['blog'] })).toEqual(every);
  expect(asked([home], { unreachable: new Map([['blog', 'RELEASE-STORE']]) })).toEqual(every);
  expect(asked([home], { unreachable: new Map([['home', 'RELEASE-POINTER']]) })).toEqual([]);
  expect(asked([home], { unreachable: new Map([['shell', 'RELEASE-POINTER']]) })).toEqual([]);
});

test('while a remote is missing, the table doesn’t say that the site goes without what that may ask for', () => {
  const set = plainSet(release('shell'), new Map([['home', [home]]]), openPolicy);
  expect(set.routes.lacks).toEqual(['messages', 'news']);
  expect(routesOf({ ...set, gone: ['blog'] }).lacks).toBeUndefined();
});
