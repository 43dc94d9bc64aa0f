import type { PathParams } from '../../routes/path.ts';
import type { PageName } from '../../routes/table.ts';

/** A page of the site, in the active language. */
export interface PageTarget {
  readonly page: PageName;
  readonly params?: PathParams | undefined;
  /** Id of an element on that page, without `#`. */
  readonly hash?: string | undefined;
  readonly newTab?: boolean | undefined;
}

/** An address as it is: `#id` on this page, `mailto:`, or another site. */
export interface AddressTarget {
  readonly href: string;
  readonly newTab?: boolean | undefined;
}

/** Where a link leads. Spread it into a link component. */
export type LinkTarget = PageTarget | AddressTarget;

/** Where a link leads as seen by its reader: down this page, on within the site, or away from it. */
export type LinkDirection = 'down' | 'on' | 'away';

/** The direction of a link, which its arrow shows. */
export function directionOf(target: LinkTarget): LinkDirection {
  if (target.newTab) return 'away';
  if ('page' in target) return 'on';
  if (target.href.startsWith('#')) return 'down';
  return /^https?:/.test(target.href) ? 'away' : 'on';
}

/** The properties that make a target, out of a link's properties. */
export function targetOf(props: LinkTarget): LinkTarget {
  if ('href' in props) return { href: props.href, newTab: props.newTab };
  return { page: props.page, params: props.params, hash: props.hash, newTab: props.newTab };
}
