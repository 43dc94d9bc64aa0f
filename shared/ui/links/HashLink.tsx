import type { AnchorHTMLAttributes } from 'react';
import { useLocation } from 'react-router-dom';
import { RouterLink } from './RouterLink.tsx';

type HashLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: string };

/**
 * A link down the page. The router makes its entry in the history: one of the browser's own would not know, on the way
 * back, where the visitor was.
 */
export function HashLink({ href, ...attributes }: HashLinkProps) {
  const { search } = useLocation();
  return <RouterLink {...attributes} to={{ search, hash: href }} href={href} />;
}
