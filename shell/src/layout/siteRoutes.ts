import type { LanguageRoutes } from '@site/shared/routes/table.ts';
import { createContext, useContext } from 'react';

/** The site's pages and navigation, in the language of the view. The whole site is inside of it. */
export const SiteRoutes = createContext({} as LanguageRoutes);

/** The site's pages and navigation. */
export const useSiteRoutes = (): LanguageRoutes => useContext(SiteRoutes);
