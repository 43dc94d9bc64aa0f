import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react';

/** A module whose default export is a component. */
interface ComponentModule<Properties> {
  readonly default: ComponentType<Properties>;
}

/** Options of `browserOnly`. */
export interface BrowserOnlyOptions {
  /**
   * What the server renders, what visitors without scripts keep, and what is shown until the component is there. Give it the
   * component's size, so that nothing moves.
   */
  readonly fallback: ReactNode;
}

/**
 * A component that needs a browser: a map, an editor, a chart. The server's HTML and the hydrated page have its fallback; then
 * its module is loaded, with all that it imports, and takes the fallback's place. Server bundles don't contain the module.
 *
 * @param load returns the module, as a function in place: `browserOnly(() => import('./Map.tsx'), { fallback: <p>…</p> })`
 */
export function browserOnly<Properties extends object>(
  load: () => Promise<ComponentModule<Properties>>,
  { fallback }: BrowserOnlyOptions,
): ComponentType<Properties> {
  const listeners = new Set<() => void>();
  let component: ComponentType<Properties> | undefined;
  let isLoading = false;

  async function start() {
    if (component || isLoading) return;
    isLoading = true;
    try {
      component = (await load()).default;
      for (const listener of listeners) listener();
    } catch (error) {
      // The next place that shows it tries again.
      console.error('SITE-PAGE A component for browsers can’t be loaded. Its fallback stays.', error);
    } finally {
      isLoading = false;
    }
  }

  // React subscribes after it has hydrated the fallback, and never on a server.
  function subscribe(listener: () => void) {
    listeners.add(listener);
    void start();
    return () => {
      listeners.delete(listener);
    };
  }

  return function BrowserOnly(properties: Properties) {
    const Component = useSyncExternalStore(
      subscribe,
      () => component,
      () => undefined,
    );
    return Component ? <Component {...properties} /> : fallback;
  };
}
