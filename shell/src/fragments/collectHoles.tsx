import type { FragmentPlaceProps } from '@site/shared/fragments/Fragment.tsx';
import type { LanguageRoutes } from '@site/shared/routes/table.ts';
import { type ComponentType, useId } from 'react';
import type { FragmentHole } from '../render/messages.ts';

/**
 * On the server: leaves a hole for each fragment, with the fallback in it, and notes what belongs there. The site's server asks the
 * fragment's owner, whose code never runs in this process.
 */
export function collectHoles({ fragments = {} }: Pick<LanguageRoutes, 'fragments'>): {
  readonly place: ComponentType<FragmentPlaceProps>;
  readonly holes: readonly FragmentHole[];
} {
  const holes: FragmentHole[] = [];
  function Hole({ name, props, fallback }: FragmentPlaceProps) {
    const id = useId();
    if (!Object.hasOwn(fragments, name)) return <div data-fragment={name}>{fallback}</div>;
    holes.push({ id, name, props });
    return (
      <div data-fragment={name} data-hole={id}>
        {fallback}
        <template data-hole-end={id} />
      </div>
    );
  }
  return { place: Hole, holes };
}
