import { expect, test } from '@rstest/core';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { ApiPicture } from './ApiPicture.tsx';

const attributesOf = (picture: ReactElement) =>
  Object.fromEntries(
    [...(render(picture).container.querySelector('img')?.attributes ?? [])].map(({ name, value }) => [name, value]),
  );

test('a picture of the API comes from the site, has its space before, and loads when it comes near', () => {
  expect(attributesOf(<ApiPicture path="events/hall.jpg?w=640" alt="A hall" width={640} height={480} />)).toEqual({
    loading: 'lazy',
    decoding: 'async',
    alt: 'A hall',
    width: '640',
    height: '480',
    src: '/pictures/events/hall.jpg?w=640',
  });
});

test('a browser may choose among the widths that the API has', () => {
  const variants = { 390: 'events/hall.jpg?w=390', 780: 'events/hall.jpg?w=780' };
  const { srcset, sizes, loading } = attributesOf(
    <ApiPicture path="events/hall.jpg" alt="" width={780} height={520} variants={variants} sizes="50vw" priority />,
  );
  expect([srcset, sizes, loading]).toEqual([
    '/pictures/events/hall.jpg?w=390 390w, /pictures/events/hall.jpg?w=780 780w',
    '50vw',
    'eager',
  ]);
});
