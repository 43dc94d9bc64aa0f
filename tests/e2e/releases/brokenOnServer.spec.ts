import { join } from 'node:path';
import { goodMessage } from '@site/testkit/api/testApi.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { addVariant, crash, setLive, tamper, type VariantChange } from '@site/testkit/site/faults/variant.ts';
import { ask } from '@site/testkit/site/http.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { runCli } from '../support/serverTest.ts';
import { firstTierIf, secondTier } from '../support/tiers.ts';
import { expect, faultsOf, test } from './faultTest.ts';

interface BrokenRelease {
  /** Ends the sentence "a blog …". */
  readonly blog: string;
  readonly change: VariantChange;
  readonly isTampered?: boolean;
  /** The fault in the list of releases. */
  readonly code: string;
  /** Status of its page when there is no earlier release, and the page was never good. */
  readonly alone: 404 | 503;
  readonly isFirstTier?: boolean;
}

const atLoad = (code: string): VariantChange => ({ server: { atLoad: code } });
const atRender = (code: string): VariantChange => ({
  server: { page: `({ ...page, component: () => { ${code} } })` },
});
const loading = (load: string): VariantChange => ({ server: { page: `({ ...page, load: ${load} })` } });

/**
 * One of each way to fail. More that can be wrong with a release's files is tried beside platform/releases/src/follow/, and
 * with its pages in shell/src/view/createView.test.ts.
 */
const broken: readonly BrokenRelease[] = [
  {
    blog: 'whose code was tampered with',
    change: {},
    isTampered: true,
    code: 'RELEASE-FILE',
    alone: 404,
    isFirstTier: true,
  },
  { blog: 'made for another contract', change: { manifest: { contract: 99 } }, code: 'RELEASE-CONTRACT', alone: 404 },
  { blog: 'whose code is not valid JavaScript', change: atLoad('} syntax ('), code: 'RENDER-THREW', alone: 404 },
  {
    blog: 'that throws while rendering',
    change: atRender('throw new Error("render");'),
    code: 'RENDER-THREW',
    alone: 404,
    isFirstTier: true,
  },
  {
    blog: 'that waits for its data forever',
    change: loading('() => new Promise(() => {})'),
    code: 'RENDER-TIMEOUT',
    alone: 503,
  },
  { blog: 'that loops forever while loading', change: atLoad('for (;;);'), code: 'RENDER-TIMEOUT', alone: 503 },
  {
    blog: 'that loops forever while rendering',
    change: atRender('for (;;);'),
    code: 'RENDER-TIMEOUT',
    alone: 503,
    isFirstTier: true,
  },
  {
    blog: 'that fills the heap',
    change: atRender('const all = []; for (;;) all.push({ all: [...all] });'),
    code: 'RENDER-TIMEOUT',
    alone: 503,
  },
  {
    blog: 'that fills the memory with buffers',
    // In an isolate, the first buffer beyond the limit is an error, which the page catches.
    change: atRender('const all = []; for (;;) try { all.push(new Uint8Array(10_000_000).fill(1)); } catch {}'),
    code: 'RENDER-TIMEOUT',
    alone: 503,
  },
  // Functions that end the process are removed (tests/e2e/security/hostileRelease.spec.ts), but its memory can still be filled.
  { blog: 'that ends its process', change: atRender(crash), code: 'RENDER-TIMEOUT', alone: 503 },
];

/** A page of the blog that is first requested when it fails. */
const neverGood = addresses.es.blog;

/** A page times out after a limit of CPU time, which takes longer to pass on a busy machine. */
const whenGivenUp = { timeout: 40_000 };

for (const { blog, change, isTampered = false, code, alone, isFirstTier = false } of broken) {
  test(
    `a blog ${blog} falls back to the earlier release and is listed as faulty; without one, it shows its last good pages, or the 404 page with status ${alone}`,
    firstTierIf(isFirstTier),
    async ({ breakable: site }) => {
      const { store } = site;
      const good = await addVariant(testedReleases, 'blog', {}, store);
      const bad = await addVariant(testedReleases, 'blog', change, store);
      if (isTampered) await tamper(join(store, 'blog', bad, 'server/remote.cjs'));
      await setLive(store, 'blog', bad, good);
      const blogPage = () => ask(site, addresses.en.blog);

      await expect.poll(async () => (await blogPage()).body, whenGivenUp).toContain(`data-release="${good}"`);
      const fromEarlier = await blogPage();
      expect(fromEarlier.status).toBe(200);
      expect(fromEarlier.body).toContain(texts.en.blog.list.title);
      // What fails while a page is rendered has the page's address.
      const message = code.startsWith('RENDER-') ? expect.stringContaining(', at /') : expect.any(String);
      await expect.poll(() => faultsOf(store, 'blog', bad)).toMatchObject([{ code, message }]);
      expect(await faultsOf(store, 'blog', good)).toEqual([]);
      await expectOthersAlive(site);

      await setLive(store, 'blog', bad);
      const staleness = async () => (await blogPage()).headers.get('cache-status');
      await expect.poll(staleness, whenGivenUp).toContain('stale-if-error');
      expect(await blogPage()).toMatchObject({ status: 200, body: expect.stringContaining(`data-release="${good}"`) });
      expect((await ask(site, addresses.en.notFound)).status, 'another address').toBe(404);
      const withoutRelease = await ask(site, neverGood);
      expect(withoutRelease.status).toBe(alone);
      expect(withoutRelease.body).toContain(texts.es.shell.notFound.title);
      expect(withoutRelease.headers.has('retry-after')).toBe(alone === 503);
      await expectOthersAlive(site);
    },
  );
}

async function expectOthersAlive(site: RunningSite): Promise<void> {
  for (const path of [addresses.en.home, addresses.fr.contact]) {
    // A page with `?boundaries` never comes from the cache.
    const { status, body } = await ask(site, `${path}?boundaries`);
    expect(status, path).toBe(200);
    expect(body).toContain('</nav>');
    expect(body).toContain('</footer>');
  }
}

test('a message arrives even if the contact page’s release fails', secondTier, async ({ store, startOwnSite }) => {
  const page = `({ ...page,
    action: async () => ({ redirect: 'https://elsewhere.example' }),
    component: () => { throw new Error('broken'); },
  })`;
  await setLive(store, 'contact', await addVariant(store, 'contact', { server: { page } }));
  const site = await startOwnSite({ releases: store });
  const subject = 'Posted to a broken release';
  const body = new URLSearchParams({ ...goodMessage, subject });
  const { status, headers } = await ask(site, addresses.en.contact, { method: 'POST', body });
  expect([status, headers.get('location')]).toEqual([303, `${addresses.en.contact}?sent=1#form-sent`]);
  expect(await runCli('messages', site, 'list')).toContain(subject);
});
