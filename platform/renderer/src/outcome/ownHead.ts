import type { Head, HeadTag } from '@site/shell/head/head.ts';
import { addressed } from './headSchema.ts';

/** A head, and what was left out of it, for its author: `canonical https://elsewhere.example/`. */
interface OwnHead {
  readonly head: Head;
  readonly leftOut: readonly string[];
}

/**
 * A head without what makes its page another site's: search engines, cards, and visitors without JavaScript would follow a version
 * that leads them away. The page stays: versions from before a page could say that it does so keep working.
 */
export function ownHead({ tags, refresh, ...head }: Head, origin: string): OwnHead {
  const site = URL.parse(origin)?.origin;
  const isOwn = (address: string) => URL.parse(address, origin)?.origin === site;
  const leadsAway = (tag: HeadTag) => !isOwn(addressIn(tag)?.address ?? origin);
  const away = tags.filter(leadsAway).flatMap((tag) => addressIn(tag) ?? []);
  const isKept = refresh === undefined || isOwn(refresh.url);
  const named = [...away, ...(isKept ? [] : [{ what: 'refresh', address: refresh.url }])];
  return {
    head: { ...head, tags: tags.filter((tag) => !leadsAway(tag)), ...(refresh && isKept && { refresh }) },
    leftOut: named.map(({ what, address }) => `${what} ${address}`),
  };
}

/** The address in a tag, if it has one. */
function addressIn({ attributes }: HeadTag): { readonly what: string; readonly address: string } | undefined {
  const { rel, href, name, property, content } = attributes;
  if (rel !== undefined && href !== undefined) return { what: rel, address: href };
  const what = property ?? name ?? '';
  return content !== undefined && addressed.test(what) ? { what, address: content } : undefined;
}
