import { type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import type { Catalogue } from '../contract/page.ts';
import { createI18n } from '../i18n/createI18n.ts';
import { fallbackLanguage, type Language } from '../i18n/languages.ts';

interface SiteTexts {
  /** `shell`, or the name of a remote. */
  readonly namespace: string;
  readonly catalogues: Readonly<Record<Language, Catalogue>>;
}

/** Renders children at an address of the site. */
export type RenderInSite = (children: ReactNode, language?: Language, path?: string) => RenderResult;

/** Creates a function that renders as the shell would: with the texts of a language, inside a router. */
export function siteRenderer({ namespace, catalogues }: SiteTexts): RenderInSite {
  return (children, language = fallbackLanguage, path = `/${language}`) => {
    const i18n = createI18n({ language, messages: { [namespace]: catalogues[language] } });
    return render(
      <I18nextProvider i18n={i18n}>
        <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
      </I18nextProvider>,
    );
  };
}
