import type { LanguageRoutes } from '@site/shared/routes/table.ts';
import { createContext, useContext } from 'react';

/** The site's pages and navigation, in the language of the view. Its provider surrounds the whole site. */
export const SiteRoutes = createContext({} as LanguageRoutes);

/** The site's pages and navigation. */
export const useSiteRoutes = (): LanguageRoutes => useContext(SiteRoutes);
