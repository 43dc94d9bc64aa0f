import { type Explanation, explainHeader, explanationHeader } from '@site/releases/explain/Explanation.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { setRollout } from '@site/rollouts/setRollout.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { type Answer, ask } from '@site/testkit/site/http.ts';
import { previewQuery } from '@site/testkit/site/releases.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { expect, test } from '../releases/releaseTest.ts';
import { metricsToken } from './askOperations.ts';

const environment = { METRICS_TOKEN: metricsToken };

const askWhy = (site: RunningSite, path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  ask(site, path, { headers: { [explainHeader]: metricsToken, ...headers } });

const why = ({ headers }: Answer): Explanation => JSON.parse(headers.get(explanationHeader) ?? 'null');

test('the owner learns why a page is what it is, and the page that visitors get never says it', async ({
  store,
  startOwnSite,
}) => {
  const site = await startOwnSite({ releases: store.folder, environment });
  const first = await askWhy(site, addresses.fr.pricing);
  const ids = [`shell@${await store.live('shell')}`, `marketing@${await store.live('marketing')}`];
  expect(why(first)).toMatchObject({
    route: addresses.fr.pricing,
    page: 'pricing',
    language: 'fr',
    remote: 'marketing',
    releases: ids,
    arm: 'live',
    cache: 'miss',
    policy: { rule: 'claims', prefix: addresses.fr.pricing },
    isIsolated: false,
    renderings: [{ release: ids[1], milliseconds: expect.any(Number) }],
  });
  expect(first.headers.get('cache-control'), 'no cache in front keeps the explanation').toBe('no-store');
  expect(why(await askWhy(site, addresses.fr.pricing))).toMatchObject({ cache: 'hit', releases: ids, renderings: [] });

  const visitors: Answer[] = [];
  for (const headers of [{}, { [explainHeader]: 'a guessed token of some length' }, { [explainHeader]: '' }])
    visitors.push(await ask(site, addresses.fr.pricing, { headers }));
  for (const { headers, body } of visitors) {
    expect(body).toBe(first.body);
    expect(headers.get('cache-control')).toMatch(/^public, /);
    expect([...headers.keys()].filter((name) => name.includes('expla'))).toEqual([]);
    expect([...headers].join()).not.toContain(ids[1]);
  }
  expect(visitors[1]?.headers.get('etag'), 'a guess is answered from the same memory').toBe(
    visitors[0]?.headers.get('etag'),
  );
  expect(why(await askWhy(site, addresses.en.notFound))).toMatchObject({ route: '/*', arm: 'unknown' });
});

test('it says which visitors get a version under rollout, and what a preview shows', async ({
  store,
  startOwnSite,
}) => {
  const site = await startOwnSite({ releases: store.folder, environment });
  await store.run(['publish', 'blog', '--folder', await store.buildVariant('blog', 'version-2')]);
  const preview = await askWhy(site, `${addresses.en.blog}?${previewQuery('blog', 'version-2')}`);
  expect(why(preview)).toMatchObject({ arm: 'preview', cache: 'bypass', renderings: [{ release: 'blog@version-2' }] });

  await setRollout(new FolderStore(store.folder), 'blog', { version: 'version-2', share: 50 });
  const armOf = async (visitor: number) =>
    why(await askWhy(site, addresses.en.blog, { 'x-forwarded-for': `198.51.100.${visitor}` }));
  await expect.poll(async () => (await armOf(1)).share).toBe(50);
  const arms = await Promise.all(Array.from({ length: 40 }, (_, visitor) => armOf(visitor)));
  const live = await store.live('blog');
  for (const { arm, releases } of arms)
    expect(releases).toContain(arm === 'rollout' ? 'blog@version-2' : `blog@${live}`);
  expect(new Set(arms.map(({ arm }) => arm))).toEqual(new Set(['rollout', 'beside-rollout']));
});

test('`site explain` asks the running site, prints it in lines, and sends the token nowhere else', async ({
  store,
  startOwnSite,
}) => {
  const site = await startOwnSite({ releases: store.folder, environment });
  const told = await store.run(['explain', addresses.en.blog], environment);
  expect(told).toMatchObject({ code: 0, stderr: '' });
  expect(told.stdout).toContain(`address   ${site.origin}${addresses.en.blog}  200`);
  expect(told.stdout).toContain(`version   blog@${await store.live('blog')}: live`);
  expect(told.stdout).toContain('policy    claims gives /en/blog to blog');
  const json = await store.run(['explain', `${site.origin}${addresses.es.team}`, '--json'], environment);
  expect(JSON.parse(json.stdout)).toMatchObject({ status: 200, explanation: { page: 'team', language: 'es' } });

  const elsewhere = await store.run(['explain', 'https://elsewhere.example/en'], environment);
  expect(elsewhere).toMatchObject({ code: 2, stderr: expect.stringContaining('is no address of the site') });
  const without = await store.run(['explain', addresses.en.blog]);
  expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining('METRICS_TOKEN') });
  const wrong = await store.run(['explain', addresses.en.blog], { METRICS_TOKEN: 'another token of the owner' });
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('has another METRICS_TOKEN') });
});
