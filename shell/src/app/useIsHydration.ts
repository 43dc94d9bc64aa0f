import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** Whether React is taking over the server's HTML. */
export const useIsHydration = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
