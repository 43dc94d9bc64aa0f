import { useCallback } from 'react';
import { type PathParams, pathOf } from '../../routes/path.ts';
import type { PageName } from '../../routes/table.ts';
import { useLanguage } from './useLanguage.ts';

/** A function that gives the address of a page in the active language. */
export function usePath(): (page: PageName, params?: PathParams) => string {
  const language = useLanguage();
  return useCallback((page, params) => pathOf(page, language, params), [language]);
}
