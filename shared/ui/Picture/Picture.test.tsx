import { expect, test } from '@rstest/core';
import { render } from '@testing-library/react';
import { Picture, type PictureSource } from './Picture.tsx';

const photo: PictureSource = {
  width: 780,
  height: 520,
  color: '#a1b2c3',
  sources: [
    { type: 'image/avif', srcSet: '/photo.1.avif 390w, /photo.2.avif 780w' },
    { type: 'image/webp', srcSet: '/photo.1.webp 390w, /photo.2.webp 780w' },
  ],
  src: '/photo.2.webp',
};

test('a picture loads when it comes near, in the best format, and has its size and colour before', () => {
  const { container } = render(<Picture source={photo} alt="A roof" sizes="100vw" className="own" />);
  const [source] = container.querySelectorAll('picture > source');
  expect(container.querySelectorAll('source')).toHaveLength(1);
  expect(source?.getAttribute('srcset')).toBe('/photo.1.avif 390w, /photo.2.avif 780w');
  expect(source?.getAttribute('sizes')).toBe('100vw');
  const image = container.querySelector('img');
  expect(Object.fromEntries([...(image?.attributes ?? [])].map(({ name, value }) => [name, value]))).toEqual({
    loading: 'lazy',
    decoding: 'async',
    alt: 'A roof',
    width: '780',
    height: '520',
    sizes: '100vw',
    srcset: '/photo.1.webp 390w, /photo.2.webp 780w',
    src: '/photo.2.webp',
    'data-color': '#a1b2c3',
    class: expect.stringMatching(/ own$/),
  });
});

test('the picture that visitors see first loads at once', () => {
  const { container } = render(<Picture source={photo} alt="" sizes="100vw" priority />);
  const image = container.querySelector('img');
  expect(image?.getAttribute('loading')).toBe('eager');
  expect(image?.getAttribute('fetchpriority')).toBe('high');
});

test('a picture with transparency has no colour behind it', () => {
  const { color: _, ...clear } = photo;
  const { container } = render(<Picture source={clear} alt="" sizes="100vw" />);
  expect(container.querySelector('img')?.hasAttribute('data-color')).toBe(false);
});
