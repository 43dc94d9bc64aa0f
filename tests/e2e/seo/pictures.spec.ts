import { createHash } from 'node:crypto';
import { cardPath } from '@site/shared/routes/cards.ts';
import { specifiedRoutes } from '@site/shared/testing/routes.ts';
import { languages } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/serverTest.ts';

/** The maximum size of a card: some networks don't show larger pictures of slow sites. */
const maxCardBytes = 100_000;

const read = async (origin: string, path: string) => {
  const response = await fetch(origin + path);
  return { response, content: Buffer.from(await response.arrayBuffer()) };
};

/** Width and height of a PNG, from its header. */
const sizeOf = (png: Buffer): string => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

for (const language of languages) {
  test(`each shared page in ${language} has its own card`, async ({ site }) => {
    const cards = new Map<string, string>();
    const names = Object.values(specifiedRoutes.pages).map(({ card = '' }) => card);
    for (const path of new Set(names.map((card) => cardPath(card, language)))) {
      const { response, content } = await read(site.origin, path);
      expect(response.headers.get('content-type'), path).toBe('image/png');
      expect(response.headers.get('cross-origin-resource-policy'), path).toBe('cross-origin');
      expect(sizeOf(content), path).toBe('1200x630');
      expect(content.length, path).toBeLessThanOrEqual(maxCardBytes);
      cards.set(path, content.toString('base64'));
    }
    expect(new Set(cards.values()).size).toBe(cards.size);
  });

  test(`a visitor who adds the ${language} site to the home screen gets its name and icons`, async ({ site }) => {
    const { headers, body } = await ask(site, `/${language}/manifest.webmanifest`);
    expect(headers.get('content-type')).toBe('application/manifest+json');
    const manifest = JSON.parse(body) as {
      readonly icons: readonly { readonly src: string; readonly sizes: string }[];
    };
    expect(manifest).toMatchObject({
      short_name: 'Lucarne',
      description: texts[language].shell.routes.home.description,
      lang: language,
      dir: 'ltr',
      start_url: `/${language}`,
    });
    for (const { src, sizes } of manifest.icons.filter((icon) => icon.sizes !== 'any')) {
      expect(sizeOf((await read(site.origin, src)).content), src).toBe(sizes);
    }
  });
}

test('browsers find an icon at every usual address', async ({ site }) => {
  const touch = await read(site.origin, '/apple-touch-icon.png');
  expect(sizeOf(touch.content)).toBe('180x180');
  const drawn = await ask(site, '/icon.svg');
  expect(drawn.headers.get('content-type')).toBe('image/svg+xml');
  expect(drawn.body).toContain('@media(prefers-color-scheme:dark)');
  const old = await read(site.origin, '/favicon.ico');
  expect(old.response.headers.get('content-type')).toBe('image/vnd.microsoft.icon');
  expect(sizeOf(old.content.subarray(old.content.readUInt32LE(18)))).toBe('32x32');
});

test('a picture that the visitor has cached is not sent again, even by another server', async ({ site }) => {
  const { response, content } = await read(site.origin, cardPath('home', 'en'));
  const etag = response.headers.get('etag') ?? '';
  expect(etag, 'made of the content alone').toBe(`W/"${createHash('sha256').update(content).digest('base64')}"`);
  expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
  // Without `cache-control`, this client requests a fresh copy.
  const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
  expect(await ask(site, cardPath('home', 'en'), { headers })).toMatchObject({ status: 304, body: '' });
});
