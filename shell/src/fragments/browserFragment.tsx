import type { FragmentPlaceProps } from '@site/shared/fragments/Fragment.tsx';
import { type ComponentType, useContext, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';
import { useIsHydration } from '../app/useIsHydration.ts';
import type { BootFragment } from '../entry/boot.ts';
import { useSiteRoutes } from '../layout/siteRoutes.ts';
import type { FragmentLoader, ReadyFragment } from './fragmentLoader.ts';
import type { MountedFragment } from './mountFragment.tsx';

/**
 * Makes the component that shows fragments in a browser. Each has a root of its own, so that it can neither keep the page from
 * being hydrated nor take it along when it fails. React leaves alone what the server has filled in.
 */
export function browserFragment(loader: FragmentLoader, served: ReadonlyMap<string, BootFragment | null>) {
  const Place: ComponentType<FragmentPlaceProps> = ({ name, props, fallback }) => {
    const id = useId();
    const isHydration = useIsHydration();
    const routes = useSiteRoutes();
    const { navigator } = useContext(NavigationContext);
    const asked = JSON.stringify([routes.language, name, props]);
    // Of a hole that the server left open, the fallback stays until the page asks for something else.
    const [first] = useState({ asked, id, isHydration, served: isHydration ? served.get(id) : undefined });
    const isFirst = first.isHydration && asked === first.asked;
    // Not in an effect: a page that is rendered ahead runs none.
    // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` says what is loaded
    const loading = useMemo(
      () => (isFirst ? first.served && loader.takeOver(first.served) : loader.load({ name, props }, routes)),
      [asked],
    );
    const [shown, setShown] = useState<ReadyFragment>();
    const element = useRef<HTMLDivElement>(null);
    const mounted = useRef<MountedFragment>(undefined);

    useLayoutEffect(() => {
      let isWanted = true;
      if (loading?.ready) setShown(loading.ready);
      else void loading?.promise.then((ready) => isWanted && setShown(ready));
      return () => {
        isWanted = false;
      };
    }, [loading]);

    useLayoutEffect(() => {
      if (!shown || !element.current) return;
      const { served: hydrated } = first;
      mounted.current ??= shown.mount(element.current, { id: first.id, served: hydrated ?? undefined, place: Place });
      mounted.current.show(shown.loaded, { routes, navigator, onFailure: () => hydrated || setShown(undefined) });
    }, [shown, routes, navigator, first]);

    const isMounted = shown !== undefined || first.served !== undefined;
    useLayoutEffect(() => {
      if (!isMounted) return;
      return () => {
        mounted.current?.end();
        mounted.current = undefined;
      };
    }, [isMounted]);

    // React leaves the server's HTML alone when it hydrates an element with HTML.
    const kept = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } };
    if (first.served !== undefined) return <div ref={element} data-fragment={name} {...kept} />;
    if (!shown) return <div data-fragment={name}>{fallback}</div>;
    return <div key="own" ref={element} data-fragment={name} />;
  };
  return Place;
}
