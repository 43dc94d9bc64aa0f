/** A link that is loading, until the event that says how that ended: `load` or `error`. */
export type Loading = Promise<Event>;

export const hasFailed = ({ type }: Event): boolean => type === 'error';

/** Replaces the inlined styles, which are only those that the first view needs, with whole style sheets, all at once. */
export function applyStyles(links: readonly HTMLLinkElement[]): void {
  for (const link of links) {
    link.media = 'all';
    link.nextElementSibling?.remove();
  }
}
