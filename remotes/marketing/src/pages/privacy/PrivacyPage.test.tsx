import { expect, test } from '@rstest/core';
import { legal } from '@site/company/legal.ts';
import type { SitePart } from '@site/shared';
import { brand, languages } from '@site/shared';
import { textOf } from '@site/shared/facts.ts';
import { withTable } from '@site/shared/routes/currentTable.ts';
import { specifiedRoutes } from '@site/shared/testing/routes.ts';
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

/** What the policy says on a site without some parts. */
function policyWithout(lacks: readonly SitePart[], language: (typeof languages)[number] = 'en'): string {
  const { container, unmount } = withTable({ ...specifiedRoutes, lacks }, () =>
    renderInSite(<PrivacyPage />, language),
  );
  const text = container.textContent ?? '';
  unmount();
  return text;
}

const aboutMessages = [
  'contact form',
  'your message',
  'XSRF',
  'OpenStreetMap',
  'Calendly',
  'lit in thanks',
  'contact page',
];
const aboutNews = ['Videos', 'YouTube', 'articles', 'Google'];

test.each([
  { lacks: [], says: [...aboutMessages, ...aboutNews], omits: [] },
  { lacks: ['messages'], says: aboutNews, omits: aboutMessages },
  { lacks: ['news'], says: aboutMessages, omits: aboutNews },
  {
    lacks: ['messages', 'news'],
    says: ['Our pages set no cookie', brand.email],
    omits: [...aboutMessages, ...aboutNews],
  },
] as const)('on a site without $lacks the policy says nothing about them', ({ lacks, says, omits }) => {
  const text = policyWithout(lacks);
  for (const what of says) expect(text).toContain(what);
  for (const what of omits) expect(text).not.toContain(what);
});

test.each([...languages])('in %s, too, and with its facts', (language) => {
  for (const lacks of [['messages'], ['news'], ['messages', 'news']] as const) {
    const text = policyWithout(lacks, language);
    expect(text).not.toMatch(/\{\{|privacy\./);
    expect(text.includes('XSRF')).toBe(!lacks.some((part) => part === 'messages'));
    expect(text.includes('YouTube')).toBe(!lacks.some((part) => part === 'news'));
  }
});
