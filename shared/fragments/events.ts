import { useEffect, useEffectEvent } from 'react';

/** The name of an event of the site: its team's name, a colon, and what has happened. A remote adds its own to `SiteEvents`. */
export type SiteEventName = keyof SiteEvents & string;

/** Where events travel: all parts of a document share it, whichever root they are in. */
const prefix = 'site:';

/**
 * Tells all pages and fragments in this window that something has happened, such as `checkout:cart-updated`. Nobody may hear it: what
 * must not be lost belongs into an API.
 */
export function emit<Name extends SiteEventName>(name: Name, detail: SiteEvents[Name]): void {
  window.dispatchEvent(new CustomEvent(prefix + name, { detail }));
}

/** Calls back for each event of a name, while the component is shown. */
export function useSiteEvent<Name extends SiteEventName>(
  name: Name,
  onEvent: (detail: SiteEvents[Name]) => void,
): void {
  const call = useEffectEvent(onEvent);
  useEffect(() => {
    const listener = (event: Event) => call((event as CustomEvent<SiteEvents[Name]>).detail);
    window.addEventListener(prefix + name, listener);
    return () => window.removeEventListener(prefix + name, listener);
  }, [name]);
}
