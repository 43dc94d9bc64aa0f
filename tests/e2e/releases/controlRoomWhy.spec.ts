/** The control room asks the running site why an address answers as it does. */
import { addresses } from '@site/testkit/site/addresses.ts';
import { previewQuery } from '@site/testkit/site/releases.ts';
import { metricsToken } from '../operations/askOperations.ts';
import { openRoom } from './openRoom.ts';
import { expect, test } from './releaseTest.ts';

const environment = { METRICS_TOKEN: metricsToken };

const whyOf = (address: string, language = 'en') => `/${language}/why?address=${encodeURIComponent(address)}`;

/** The rows of the table by their names, without markup. */
const rowsOf = (body: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...body.matchAll(/<tr><th scope="row">(.*?)<\/th><td>(.*?)<\/td><\/tr>/gs)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/<[^>]+>/g, ''),
    ]),
  );

test('whoever is in learns why a page is what it is, in three languages, a team of its own pages alone', async ({
  store,
  startOwnSite,
}) => {
  await startOwnSite({ releases: store.folder, environment });
  const room = await openRoom(store.folder, environment);
  try {
    const look = await room.enter('owner');
    const blog = `blog@${await store.live('blog')}`;
    const rows = rowsOf((await look(whyOf(addresses.en.blog))).body);
    expect(rows).toMatchObject({
      Status: '200',
      App: 'blog',
      Version: `${blog}, live`,
      'Row of the policy': 'claims gives /en/blog to blog',
      'Memory of pages': 'rendered now, and kept',
      Wall: expect.stringMatching(/\w/),
      Rendered: expect.stringMatching(`${blog} in [\\d.,]+\u00a0ms`),
      'Time on the server': expect.stringMatching(/^[\d.,]+\u00a0ms$/),
    });
    expect(rows['Made of']).toContain('shell@');
    expect(rowsOf((await look(whyOf(addresses.fr.blog, 'fr'))).body)).toMatchObject({
      Application: 'blog',
      Version: `${blog}, en ligne`,
    });
    expect(rowsOf((await look(whyOf(addresses.es.blog, 'es'))).body)).toMatchObject({ Versión: `${blog}, publicada` });
    expect(rowsOf((await look(whyOf(addresses.en.notFound))).body)).toMatchObject({
      Status: '404',
      Page: 'No page has this address.',
    });
    await store.run(['publish', 'blog', '--folder', await store.buildVariant('blog', 'version-2')]);
    const preview = await look(whyOf(`${addresses.en.blog}?${previewQuery('blog', 'version-2')}`));
    expect(rowsOf(preview.body).Version).toBe('blog@version-2, a preview');

    const team = await room.enter('blog');
    expect(rowsOf((await team(whyOf(addresses.en.blog))).body)['Made of']).toBe(`${blog}and 1 of another app`);
    const others = (await team(whyOf(addresses.en.contact))).body;
    expect(others).toContain('This address is another app’s');
    expect(rowsOf(others)).toEqual({});

    for (const address of ['https://elsewhere.example/en', '//elsewhere.example', 'http://127.0.0.1:1/en'])
      expect((await look(whyOf(address))).body, address).toContain('This is no address of');
    expect((await look(whyOf(`/en/"><script>x</script>`))).body).not.toContain('<script>');
    expect(await fetch(room.origin + whyOf('/en'), { redirect: 'manual' })).toMatchObject({ status: 401 });
  } finally {
    await room.close();
  }
});

test('without a token or a site, the room says what to set; with another token, that the site has another', async ({
  store,
  startOwnSite,
}) => {
  const bodyIn = async (settings: Record<string, string>) => {
    const room = await openRoom(store.folder, settings);
    try {
      return (await (await room.enter('owner'))(whyOf('/en'))).body;
    } finally {
      await room.close();
    }
  };
  expect(await bodyIn({})).toContain('METRICS_TOKEN');
  expect(await bodyIn(environment)).toContain('Set SITE_ORIGIN');
  await startOwnSite({ releases: store.folder, environment });
  const wrong = await bodyIn({ METRICS_TOKEN: 'another token of the owner' });
  expect(wrong).toContain('has another METRICS_TOKEN');
  expect(wrong).not.toContain('another token of the owner');
});
