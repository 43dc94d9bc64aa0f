import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router-dom';

type RouterLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  readonly to: To;
  /** The address as it is written in the page. Absent: whole. */
  readonly href?: string | undefined;
};

/**
 * A link to a page of the site that opens in place. The router's own `Link` brings the loading of its framework mode along,
 * which weighs as much as all that is used of the router.
 */
export function RouterLink({ to, href, target, onClick, children, ...attributes }: RouterLinkProps) {
  const address = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, target === undefined ? {} : { target });
  const onFollow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) follow(event);
  };
  return (
    <a {...attributes} href={href ?? address} target={target} onClick={onFollow}>
      {children}
    </a>
  );
}
