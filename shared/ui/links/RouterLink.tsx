import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router-dom';

type RouterLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { readonly to: To };

/**
 * A link to a page of the site that opens in place. The router's own `Link` brings the loading of its framework mode along,
 * which weighs as much as all that is used of the router.
 */
export function RouterLink({ to, target, onClick, children, ...attributes }: RouterLinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, target === undefined ? {} : { target });
  const onFollow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) follow(event);
  };
  return (
    <a {...attributes} href={href} target={target} onClick={onFollow}>
      {children}
    </a>
  );
}
