import { fallbackLanguage } from '@site/shared/i18n/languages.ts';
import { siteTexts } from '@site/shared/i18n/siteTexts.ts';
import { type RenderInSite, siteRenderer } from '@site/shared/testing/renderInSite.tsx';
import { specifiedRoutesIn } from '@site/shared/testing/routes.ts';
import { SiteRoutes } from '../siteRoutes.ts';

/** The shell's messages in each language. */
export const catalogues = siteTexts('shell');

const render = siteRenderer({ namespace: 'shell', catalogues });

/** Renders a part of the shell at an address, with the messages of a language and the specification's pages. */
export const renderInSite: RenderInSite = (children, language = fallbackLanguage, path) =>
  render(<SiteRoutes value={specifiedRoutesIn(language)}>{children}</SiteRoutes>, language, path);
