import type { FragmentPlaceProps } from '@site/shared/fragments/Fragment.tsx';
import { type ComponentType, useId, useState } from 'react';
import { keptHtml } from '../app/serverHtml.ts';
import type { Boot } from '../entry/boot.ts';
import type { BrowserFragmentProps, TabTools } from './BrowserFragment.tsx';

/** The places for fragments in a browser. */
export interface FragmentPlaces {
  readonly Place: ComponentType<FragmentPlaceProps>;
  /** Loads what shows fragments: only some pages have any, and their documents name the file. */
  readonly load: () => Promise<void>;
}

/**
 * Makes the places of a tab. Until that is loaded, and if it doesn't load, the server's HTML stays, and other places have their
 * fallback.
 *
 * @param served what the server has filled in, by the ids of the places
 */
export function fragmentPlaces(
  tools: Omit<TabTools, 'place'>,
  served: NonNullable<Boot['fragments']> = {},
): FragmentPlaces {
  let known: ComponentType<BrowserFragmentProps> | undefined;
  const Place: FragmentPlaces['Place'] = (place) => {
    const id = useId();
    const [BrowserFragment] = useState(() => known);
    const first = served[id];
    if (BrowserFragment) return <BrowserFragment {...{ place, id, first, tools: inTab }} />;
    if (first === undefined || first === 'elsewhere') return <div data-fragment={place.name}>{place.fallback}</div>;
    return <div data-fragment={place.name} {...keptHtml} />;
  };
  const inTab = { ...tools, place: Place };
  return {
    Place,
    load: async () => {
      known ??= (await import(/* webpackChunkName: "fragments" */ './BrowserFragment.tsx')).BrowserFragment;
    },
  };
}
