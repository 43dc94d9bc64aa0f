import type { LanguageRoutes } from '@site/shared/routes/table.ts';
import { createContext, useContext } from 'react';

const noRoutes: LanguageRoutes = { language: 'en', pages: {}, menu: [], footer: { legal: [], company: [] } };

/** The site's pages and navigation, in the language of the view. */
export const SiteRoutes = createContext(noRoutes);

/** The site's pages and navigation. */
export const useSiteRoutes = (): LanguageRoutes => useContext(SiteRoutes);
