/** The store may contain anything: tests pointers, policies, manifests, and the route tables that are made from them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { releaseLimits } from '@site/releases/limits.ts';
import { readManifest } from '@site/releases/manifest.ts';
import { pagesSchema } from '@site/releases/pages.ts';
import { entriesOf, pointBackTo, pointerOf, pointTo } from '@site/releases/pointer.ts';
import { readPolicy, routePolicy } from '@site/releases/policy.ts';
import { readRecord } from '@site/releases/signedRecord.ts';
import { purposes } from '@site/releases/signing/keys.ts';
import { signClaims, signRecord } from '@site/releases/signing/signatures.ts';
import { Trust } from '@site/releases/signing/Trust.ts';
import { pointWithRollout } from '@site/rollouts/setRollout.ts';
import type { DeclaredPage } from '@site/shared/contract/release.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { composeTable, routesIn } from '@site/shared/routes/composeTable.ts';
import { isReserved, type RoutePolicy } from '@site/shared/routes/policy.ts';
import { isIn } from '@site/shared/routes/table.ts';
import { buildApp, declaredPage, newFolder, writeFiles } from '@site/testkit/releases/fixtures.ts';
import { policyFor } from '@site/testkit/releases/policyFor.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import fc from 'fast-check';
import { outcomeOf, spoiled, trying } from './fuzzing.ts';

const { keys, key, release } = await someKey();

async function someKey() {
  const signed = await SignedStore.create();
  const owner = await signed.addKey('owner');
  const trusted = { owner: { public: owner.public, apps: ['*'], signs: [...purposes] } };
  return { keys: trusted, key: owner, release: await buildApp(await newFolder()) };
}

const site = 'https://www.example.com';
const trust = new Trust(() => keys, site);
const since = '2030-01-01T00:00:00.000Z';
const soon = () => new Date(Date.now() + 60_000).toISOString();

const pointer = signClaims(
  pointerOf('blog'),
  {
    version: 'version-2',
    since,
    previous: [{ version: 'version-1', since, isGivenUp: true }],
    candidate: { version: 'version-3', share: 10, since, salt: 'x'.repeat(22) },
  },
  { app: 'blog', site, serial: Date.now(), expires: soon() },
  key,
);

const policy: RoutePolicy = {
  ...policyFor('marketing', 'blog'),
  reserved: ['admin'],
  isolation: { blog: 'document' },
  menu: { pages: ['page-1'], others: true },
  footer: { legal: ['page-2'], company: ['careers'], others: true },
};
const storedPolicy = signRecord(routePolicy, policy, undefined, { key, site, life: 60_000 });

test('any pointer is either valid or refused with a code and a short reason', async () => {
  await fc.assert(
    fc.asyncProperty(spoiled(pointer), async (text) => {
      const read = await outcomeOf(() => readRecord(pointerOf('blog'), Promise.resolve(Buffer.from(text)), '.'));
      if (typeof read === 'string') return void expect(read).toBe('RELEASE-POINTER');
      expect(read).toBeDefined();
      if (read) {
        await outcomeOf(() => trust.assertCurrent(pointerOf('blog'), read, pointer));
        for (const next of [
          pointTo('version-1', read),
          pointBackTo('version-1', read),
          pointWithRollout('version-4', 5, read),
        ])
          expect(entriesOf(next).length).toBeLessThanOrEqual(entriesOf(read).length + 1);
      }
    }),
    trying('value'),
  );
});

test('any route policy is either valid or refused with a code and a short reason', async () => {
  await fc.assert(
    fc.asyncProperty(spoiled(storedPolicy), async (text) => {
      const read = await outcomeOf(() => readPolicy(text, 'policy.json'));
      if (typeof read === 'string') return void expect(read).toBe('RELEASE-POLICY');
      await outcomeOf(() => trust.assertCurrent(routePolicy, read, storedPolicy));
      composeTable(read, [{ remote: 'blog', pages: [declaredPage({ name: 'page-1', path: 'blog/1' })] }]);
    }),
    trying('value'),
  );
});

test('any manifest is either valid and within the limits, or refused with a code and a short reason', async () => {
  const pages = [
    declaredPage({ name: 'page-1', path: 'blog/1' }),
    declaredPage({ name: 'page-2', path: 'blog/:slug' }),
  ];
  const signature = { key: key.public, value: 'x'.repeat(86) };
  await fc.assert(
    fc.asyncProperty(spoiled({ ...release, pages, signature }), async (text) => {
      const read = await outcomeOf(() => readManifest(text, 'release.json'));
      if (typeof read === 'string') return void expect(['RELEASE-MANIFEST', 'RELEASE-LIMIT']).toContain(read);
      expect(read.pages?.length ?? 0).toBeLessThanOrEqual(releaseLimits.pages);
      expect(await outcomeOf(() => trust.assertRelease(read))).toMatch(/^RELEASE-(?:UNSIGNED|KEY|SIGNATURE)$/);
    }),
    trying('value'),
  );
});

const segment = fc.constantFrom('blog', 'events', 'admin', 'a', 'b-1', ':slug', ':id');
const path = fc.array(segment, { maxLength: 4 }).map((parts) => parts.join('/'));
const place = fc.subarray<'menu' | 'footer'>(['menu', 'footer']);
const page = fc
  .record({ name: fc.constantFrom('page-1', 'page-2', 'home', 'x'), en: path, fr: path, es: path, places: place })
  .map(({ name, places, ...paths }) => ({ ...declaredPage({ name, path: '' }), paths, places }));
const remotes = ['blog', 'events', 'marketing', 'admin', 'a'];
const proposals = fc.uniqueArray(
  fc.record({
    remote: fc.constantFrom(...remotes),
    // Proposals that servers have accepted.
    pages: fc
      .array(page, { maxLength: 6 })
      .map((pages): readonly DeclaredPage[] => pagesSchema.safeParse(pages).data ?? []),
  }),
  { selector: ({ remote }) => remote },
);
const prefix = fc.constantFrom('', 'blog', 'events', 'admin', 'a', 'a/b-1');
const policies: fc.Arbitrary<RoutePolicy> = fc.record({
  claims: fc.dictionary(fc.constantFrom(...remotes), fc.uniqueArray(prefix)),
  others: fc.constantFrom('own-name', 'none'),
  reserved: fc.uniqueArray(prefix),
  menu: fc.constant(policy.menu),
  footer: fc.constant(policy.footer),
});

test('whatever remotes propose, no address has two pages, none is reserved, and every page that is omitted in a language has a reason', () => {
  fc.assert(
    fc.property(policies, proposals, (decided, proposed) => {
      const { routes, problems } = composeTable(decided, proposed);
      const named = Object.entries(routes.pages);
      const all = proposed.flatMap((proposal) => proposal.pages);
      const whole = named.filter(([, page]) => languages.every((language) => isIn(page, language)));
      expect(whole.length + problems.length).toBe(all.length);
      for (const language of languages) {
        const shown = named.filter(([, page]) => isIn(page, language));
        const pages = shown.map(([, page]) => page);
        const shapes = pages.map(({ paths }) => paths[language].replaceAll(/:\w+/g, ':'));
        expect(new Set(shapes).size).toBe(shapes.length);
        expect(pages.some(({ paths }) => isReserved(decided, paths[language]))).toBe(false);
        expect(Object.keys(routesIn(language, routes).pages)).toEqual(shown.map(([name]) => name));
      }
      for (const { code, message } of problems) {
        expect(code).toMatch(/^RELEASE-ROUTE-/);
        expect(message).toMatch(/^[a-z-]+ proposes the page /);
      }
    }),
    trying('value'),
  );
});

test('whatever is put into the store, a server keeps what it has, and says why', async () => {
  const signed = await SignedStore.create();
  const server = await signed.follow(await newFolder());
  const version = join('blog', 'version-1');
  const files = ['blog/current.json', 'policy.json', 'shell/current.json', `${version}/release.json`] as const;
  const stored = await Promise.all(
    files.map((file) => readFile(join(signed.store.location, file), 'utf8').catch(() => JSON.stringify(storedPolicy))),
  );
  const putting = fc.nat(files.length - 1).chain((index) =>
    fc.record({
      index: fc.constant(index),
      text: spoiled(JSON.parse(stored[index] ?? '{}') as object),
    }),
  );
  await fc.assert(
    fc.asyncProperty(putting, async ({ index, text }) => {
      await writeFiles(signed.store.location, { [files[index] ?? '']: text });
      await looked(server, 2);
      expect([server.live(), server.live('marketing')]).toEqual(['version-1', 'version-1']);
      expect(server.releases.current().shell.manifest.version).toBe('version-1');
    }),
    trying('file'),
  );
  expect(server.errors().length).toBeGreaterThan(0);
  for (const line of server.errors()) expect(line).toMatch(/^(?:SITE|RELEASE)-[A-Z]/);
});

/** Waits until a server has read its store a number of times. */
async function looked({ expiries }: Awaited<ReturnType<SignedStore['follow']>>, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const before = expiries();
    await expect.poll(() => expiries() !== before, { interval: 5, timeout: 10_000 }).toBe(true);
  }
}
