import { expect, test } from '@rstest/core';
import { languages } from '@site/shared';
import { screen } from '@testing-library/react';
import { catalogues, renderInSite } from '../layout/testing/renderInSite.ts';
import { NotFound } from './NotFound.tsx';

test.each([...languages])('in %s it says so and leads home', (language) => {
  const { title, subtitle, home } = catalogues[language].notFound;
  renderInSite(<NotFound />, language);
  expect(screen.getByRole('img', { name: '404' })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy();
  expect(screen.getByText(subtitle)).toBeTruthy();
  expect(screen.getByRole('link', { name: home }).getAttribute('href')).toBe('/');
});

test('in English it uses the words of the specification', () => {
  renderInSite(<NotFound />, 'en');
  expect(screen.getByText('Page not found')).toBeTruthy();
  expect(screen.getByText('Sorry, the page you are looking for could not be found')).toBeTruthy();
});
