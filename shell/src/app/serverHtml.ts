import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** Whether React is taking over the server's HTML. */
export const useIsHydration = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );

/** React leaves the server's HTML alone when it hydrates an element with HTML. */
export const keptHtml = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } };
