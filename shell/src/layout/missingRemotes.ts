import type { PageName } from '@site/shared';
import { pages } from '@site/shared/routes/table.ts';
import { createContext, useContext } from 'react';

/** The remotes without a release. */
export const MissingRemotes = createContext<readonly string[]>([]);

/** A function that tells whether a page can be linked to. Pages of a remote without a release are the 404 page. */
export function useIsAvailable(): (page: PageName) => boolean {
  const gone = useContext(MissingRemotes);
  return (page) => !gone.includes(pages[page].remote);
}
