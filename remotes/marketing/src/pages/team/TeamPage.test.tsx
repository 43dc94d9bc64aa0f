import { expect, test } from '@rstest/core';
import { textOf } from '@site/shared/facts.ts';
import { screen } from '@testing-library/react';
import { people } from '../../data/people.ts';
import { renderInSite } from '../../testing/renderInSite.ts';
import { Member, TeamPage } from './TeamPage.tsx';

test('shows the four members with their roles', () => {
  renderInSite(<TeamPage />);
  const names = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
  expect(names).toEqual(people.map((person) => textOf(person.name)));
  for (const role of ['Founder/CTO', 'Data Analytics manager', 'SEO Manager', 'Web developer']) {
    expect(screen.getByText(role)).toBeTruthy();
  }
});

test('every profile link has a name and opens a new tab safely', () => {
  renderInSite(<TeamPage />);
  for (const { name, profiles } of people) {
    for (const [network, label] of [
      ['linkedin', 'LinkedIn'],
      ['github', 'GitHub'],
    ] as const) {
      const link = screen.getByRole('link', { name: new RegExp(`^${textOf(name)} on ${label}`) });
      expect(link.getAttribute('href')).toBe(profiles[network]);
      expect(link.getAttribute('target')).toBe('_blank');
      expect(link.getAttribute('rel')).toBe('noopener noreferrer');
    }
  }
});

test('sample members are marked until the owner names and shows the real ones', () => {
  renderInSite(<TeamPage />, 'fr');
  expect(screen.getAllByText('à compléter')).toHaveLength(people.length);
});

test('a photograph replaces the drawn portrait, and a real name has no mark', () => {
  const [person] = people;
  if (!person) throw new Error('The team has no members.');
  const { container } = renderInSite(<Member {...person} name="Ada Lovelace" photo="/assets/ada.webp" />);
  expect([...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
    '/assets/ada.webp',
  ]);
  expect(screen.queryByText('to be completed')).toBeNull();
});

test('a real name beside a drawn portrait keeps the mark', () => {
  const [person] = people;
  if (!person) throw new Error('The team has no members.');
  const { container } = renderInSite(<Member {...person} name="Ada Lovelace" />);
  expect(container.querySelectorAll('img')).toHaveLength(1);
  expect(screen.getByText('to be completed')).toBeDefined();
});
