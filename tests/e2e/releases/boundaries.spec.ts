import { explainHeader } from '@site/releases/explain/Explanation.ts';
import { FaultLog } from '@site/releases/FaultLog.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import { previewQuery, reportsOf } from '@site/testkit/site/releases.ts';
import { metricsToken } from '../operations/askOperations.ts';
import { expect, test } from './releaseTest.ts';

test('?boundaries says what each part weighs, and the faults only to the owner and to whoever previews the version', async ({
  store,
  startOwnSite,
}) => {
  const site = await startOwnSite({ releases: store.folder, environment: { METRICS_TOKEN: metricsToken } });
  await store.run(['publish', 'blog', '--folder', await store.buildVariant('blog', 'version-2')]);
  const faults = new FaultLog(reportsOf(store.folder));
  const versions = [await store.live('blog'), 'version-2'];
  for (const version of versions)
    await faults.write({
      app: 'blog',
      version,
      module: './list',
      code: 'BROWSER-FAILED',
      message: `<b>${version}</b> throws\n  at src/pages/list/ListPage.tsx:12:7`,
      at: new Date().toISOString(),
    });
  const read = async (query: string, headers: Record<string, string> = {}) =>
    (await ask(site, `${addresses.en.blog}${query}`, { headers })).body;
  const panelOf = (body: string) => /<aside class="boundaries".*?<\/aside>/s.exec(body)?.[0] ?? '';
  const fault = (version = '') => `&lt;b&gt;${version}&lt;/b&gt; throws\n  at src/pages/list/ListPage.tsx:12:7`;
  const owner = { [explainHeader]: metricsToken };

  expect(await read(''), 'visitors get nothing of it').not.toContain('boundaries');
  const stranger = panelOf(await read('?boundaries'));
  expect(stranger).toMatch(/shell@\w+<\/td><td class="bytes">[\d.]+\u00a0kB/);
  expect(stranger).toMatch(/\.\/list<\/th><td>blog@\w+<\/td><td class="bytes">[\d.]+\u00a0kB/);
  for (const headers of [{}, { [explainHeader]: 'a guessed token of some length' }])
    expect(panelOf(await read('?boundaries', headers))).not.toMatch(/ListPage|throws/);
  expect(panelOf(await read('?boundaries', owner))).toContain(fault(versions[0]));
  const link = `?boundaries&${previewQuery('blog', 'version-2')}`;
  expect(panelOf(await read(link)), 'the previewed version').toContain(fault('version-2'));
  expect(panelOf(await read('?boundaries&preview=blog@version-2'))).not.toContain('ListPage');
  const ofOther = `?boundaries&${previewQuery('marketing', await store.live('marketing'))}`;
  expect(panelOf(await read(ofOther)), 'a link to another team’s version').not.toContain('ListPage');
});
