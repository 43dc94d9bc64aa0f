import { Fragment } from '@site/shared';
import type { FragmentSlot } from '@site/shared/routes/table.ts';
import { useSiteRoutes } from '../layout/siteRoutes.ts';

/** A place of the shell: the fragments that the route policy puts there. */
export function Slot({ name }: { readonly name: FragmentSlot }) {
  const { slots = {} } = useSiteRoutes();
  return slots[name]?.map((fragment) => <Fragment key={fragment} name={fragment} />);
}
