import type { PageName } from '@site/shared';
import { pages } from '@site/shared/routes/table.ts';
import { createContext, useContext } from 'react';

/** The remotes of which there is no release. */
export const GoneRemotes = createContext<readonly string[]>([]);

/** Makes a function that tells whether a page is there to be led to: those of a remote that is gone are the 404 page. */
export function useIsThere(): (page: PageName) => boolean {
  const gone = useContext(GoneRemotes);
  return (page) => !gone.includes(pages[page].remote);
}
