import { describe, expect, test } from '@rstest/core';
import { brand, languages, pathOf } from '@site/shared';
import { screen } from '@testing-library/react';
import { Footer } from './Footer.tsx';
import { catalogues, renderInSite } from './testing/renderInSite.ts';

const link = (name: string) => screen.getByRole('link', { name: (found) => found.startsWith(name) });

describe.each([...languages])('in %s', (language) => {
  const { footer } = catalogues[language];

  test('the links lead to the pages of that language', () => {
    renderInSite(<Footer />, language);
    expect(link(footer.legal.privacy).getAttribute('href')).toBe(pathOf('privacy', language));
    expect(link(footer.legal.terms).getAttribute('href')).toBe(pathOf('legal', language));
    expect(link(footer.company.about).getAttribute('href')).toBe(pathOf('team', language));
    expect(link(footer.company.contact).getAttribute('href')).toBe(pathOf('contact', language));
    expect(link(footer.company.blog).getAttribute('href')).toBe(pathOf('blog', language));
  });

  test('careers and social links open a new tab without access to this one', () => {
    renderInSite(<Footer />, language);
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
    renderInSite(<Footer />, language);
    expect(screen.getByText(new RegExp(`^© 2024 ${brand.product}\\. `))).toBeTruthy();
  });
});
