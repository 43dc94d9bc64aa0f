import { type RenderInSite, siteRenderer } from '@site/shared/testing/renderInSite.tsx';
import { specifiedRoutesIn } from '@site/shared/testing/routes.ts';
import en from '../../../locales/en.json' with { type: 'json' };
import es from '../../../locales/es.json' with { type: 'json' };
import fr from '../../../locales/fr.json' with { type: 'json' };
import { SiteRoutes } from '../siteRoutes.ts';

/** The shell's messages in each language. */
export const catalogues = { en, fr, es };

const render = siteRenderer({ namespace: 'shell', catalogues });

/** Renders a part of the shell at an address, with the messages of a language and the specification's pages. */
export const renderInSite: RenderInSite = (children, language = 'en', path) =>
  render(<SiteRoutes value={specifiedRoutesIn(language)}>{children}</SiteRoutes>, language, path);
