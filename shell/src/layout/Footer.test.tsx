import { describe, expect, test } from '@rstest/core';
import { brand, languages, pathOf } from '@site/shared';
import { screen } from '@testing-library/react';
import { Footer } from './Footer.tsx';
import { catalogues, renderInSite } from './testing/renderInSite.tsx';

const link = (name: string) => screen.getByRole('link', { name: (found) => found.startsWith(name) });

describe.each([...languages])('in %s', (language) => {
  const { footer } = catalogues[language];

  test('the links lead to the pages of that language', () => {
    renderInSite(<Footer language={language} />, language);
    for (const page of ['privacy', 'legal', 'team', 'contact', 'blog'] as const)
      expect(link(page).getAttribute('href')).toBe(pathOf(page, language));
  });

  test('careers and social links open a new tab without access to this one', () => {
    renderInSite(<Footer language={language} />, language);
    const away = [
      [footer.company.careers, brand.careersUrl],
      [brand.product, brand.social.linkedin],
      [brand.product, brand.social.github],
    ];
    const links = [...document.querySelectorAll('a[target="_blank"]')];
    expect(links.map((found) => found.getAttribute('href'))).toEqual(away.map(([, href]) => href));
    for (const [index, found] of links.entries()) {
      expect(found.getAttribute('rel')).toBe('noopener noreferrer');
      expect(found.textContent).toContain(away[index]?.[0]);
    }
  });

  test('the footer has the copyright notice since 2024', () => {
    renderInSite(<Footer language={language} />, language);
    expect(screen.getByText(new RegExp(`^© 2024 ${brand.product}\\. `))).toBeTruthy();
  });
});
