import type { StatsCompilation } from '@rspack/core';
import { expect, test } from '@rstest/core';
import { shownPictures } from './shownPictures.ts';

/** The files of a page, by their sources. */
const page = (sources: Readonly<Record<string, string>>) =>
  ({
    assets: Object.entries(sources).map(([name, sourceFilename]) => ({ name, info: { sourceFilename } })),
    namedChunkGroups: { 'page-list': { auxiliaryAssets: Object.keys(sources).map((name) => ({ name })) } },
  }) as unknown as StatsCompilation;

test('of each photograph, the widest variant in the smallest format counts; other pictures count as they are', () => {
  const built = page({
    'art/photo.1.avif': 'src/photo.jpg?avif=780',
    'art/photo.2.avif': 'src/photo.jpg?avif=1080',
    'art/photo.3.avif': 'src/photo.jpg?avif=390',
    'art/photo.4.webp': 'src/photo.jpg?webp=1080',
    'art/photo.5.avif': 'src/other/photo.jpg?avif=390',
    'art/photo.6.jpg': 'src/photo.jpg',
    'art/street.7.svg': 'src/street.svg',
    '../maps/web/page-list.js.map': '',
  });
  expect(shownPictures(built, 'page-list')).toEqual([
    'art/photo.2.avif',
    'art/photo.5.avif',
    'art/photo.6.jpg',
    'art/street.7.svg',
  ]);
});

test('a page without pictures shows none', () => {
  expect(shownPictures(page({}), 'page-list')).toEqual([]);
  expect(shownPictures({}, 'page-list')).toEqual([]);
});
