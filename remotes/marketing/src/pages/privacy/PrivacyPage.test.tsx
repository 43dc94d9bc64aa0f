import { expect, test } from '@rstest/core';
import { legal } from '@site/company/legal.ts';
import { brand } from '@site/shared';
import { textOf } from '@site/shared/facts.ts';
import { screen, within } from '@testing-library/react';
import { renderInSite } from '../../testing/renderInSite.ts';
import { PrivacyPage } from './PrivacyPage.tsx';

test('has eight numbered sections, and the table of contents links to each', () => {
  renderInSite(<PrivacyPage />);
  const headings = screen.getAllByRole('heading', { level: 2 });
  expect(headings.map((heading) => heading.textContent?.split('.')[0])).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
  ]);
  const links = within(screen.getByRole('navigation')).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(headings.map((heading) => heading.textContent));
  for (const link of links) expect(document.querySelector(link.getAttribute('href') ?? '')).not.toBeNull();
});

test('the table of contents marks the current section', () => {
  renderInSite(<PrivacyPage />);
  const current = within(screen.getByRole('navigation')).getAllByRole('link', { current: 'location' });
  expect(current.map((link) => link.getAttribute('href'))).toEqual(['#introduction']);
});

test('the policy itself says who the controller is, and how to write to it', () => {
  renderInSite(<PrivacyPage />);
  const [introduction] = screen.getAllByRole('heading', { level: 2 });
  const text = introduction?.parentElement?.textContent;
  for (const fact of [textOf(legal.company), textOf(legal.headOffice.lines), brand.email]) expect(text).toContain(fact);
  expect(text).toMatch(/France \(to\sbe\scompleted\)/);
});

test('the last section links to the contact page', () => {
  renderInSite(<PrivacyPage />, 'es');
  const last = screen.getAllByRole('heading', { level: 2 }).at(-1)?.parentElement;
  expect(last && within(last).getByRole('link', { name: 'página de contacto' }).getAttribute('href')).toBe(
    '/es/contacto',
  );
});
