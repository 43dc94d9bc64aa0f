import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden.tsx';
import { HashLink } from './HashLink.tsx';
import type { LinkTarget } from './LinkTarget.ts';
import { RouterLink } from './RouterLink.tsx';
import { usePath } from './usePath.ts';

type AnchorAttributes = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target' | 'rel' | 'className'>;

/** Properties of every link component: where it leads, what it shows, and an anchor's attributes. */
export type LinkProps = LinkTarget &
  AnchorAttributes & { readonly children: ReactNode; readonly className?: string | undefined };

/** A link without a look of its own. Pages of the site open in place; a new tab is announced. */
export function PageLink(props: LinkProps) {
  const path = usePath();
  const { t } = useTranslation('shell');
  const newTab = props.newTab ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  const notice = props.newTab ? <VisuallyHidden> {t('common.opensInNewTab')}</VisuallyHidden> : null;

  if ('href' in props) {
    const { newTab: _, children, ...attributes } = props;
    const Anchor = props.href.startsWith('#') ? HashLink : 'a';
    return (
      <Anchor {...attributes} {...newTab}>
        {children}
        {notice}
      </Anchor>
    );
  }
  const { page, params, hash, newTab: _, children, ...attributes } = props;
  return (
    <RouterLink {...attributes} {...newTab} to={{ pathname: path(page, params), hash: hash ? `#${hash}` : '' }}>
      {children}
      {notice}
    </RouterLink>
  );
}
