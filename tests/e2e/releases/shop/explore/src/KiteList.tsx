import { PageLink } from '@site/shared';
import type { Kite } from './kites.ts';

/** Kites, drawn, each with a link to its page. */
export function KiteList({ kites }: { readonly kites: readonly Kite[] }) {
  return (
    <ul>
      {kites.map(({ sku, id, name, colour }) => (
        <li key={sku} data-sku={sku}>
          <svg viewBox="0 0 48 64" width="48" height="64" aria-hidden="true">
            <path d="M24 2 44 24 24 50 4 24Z" fill={colour} />
            <path d="M24 50q8 4 0 12" fill="none" stroke={colour} />
          </svg>
          <PageLink page="product" params={{ id }} query={`sku=${sku}`}>
            {name}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
