/** A link of foreign HTML, as a page may have it. */
export interface SafeLink {
  readonly href: string;
  readonly isElsewhere: boolean;
}

/**
 * Where a link of foreign HTML may lead: to a path of the site, to another site, to a mailbox or a telephone. Regular expressions
 * decide rather than `URL`, so that the server's isolate and every browser say the same.
 *
 * @returns undefined for all other addresses: the link's text stays
 */
export function safeLink(address: string): SafeLink | undefined {
  const href = plainAddress(address);
  const isElsewhere = /^https?:/i.test(href);
  // A name before the host only misleads readers.
  const isAllowed = isElsewhere ? /^https?:\/\/[^/?#\\@\s]+(?:[/?#]|$)/i : /^(?:\/(?![/\\])|(?:mailto|tel):.)/i;
  return isAllowed.test(href) ? { href, isElsewhere } : undefined;
}

/** Whether the Content Security Policy lets a page show the picture: the site's own, by a path. */
export const isOwnPicture = (address: string): boolean =>
  /^\/(?![/\\])[^?#\\]+\.(?:avif|gif|jpe?g|png|webp)$/i.test(address);

/** An address without what browsers leave out of it before they read its scheme. */
export const plainAddress = (address: string): string => address.replace(/[\p{Cc}\p{Cs}]/gu, '').trim();
