import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type To, useHref, useLinkClickHandler, useLocation } from 'react-router-dom';
import { fallbackLanguage, isLanguage, type Language } from '../../i18n/languages.ts';
import { currentTable } from '../../routes/currentTable.ts';
import { pathIn } from '../../routes/path.ts';
import type { PageName, ParamsOf, PlainPageName } from '../../routes/table.ts';
import { uiMessages } from '../messages/messages.ts';
import { VisuallyHidden } from '../text/text.tsx';

/** A page of the site, in the active language, with the parameters of its path. */
type PageTarget = PageAddress &
  (
    | { readonly page: PlainPageName; readonly params?: undefined }
    | {
        [Name in Exclude<PageName, PlainPageName>]: { readonly page: Name; readonly params: ParamsOf<Name> };
      }[Exclude<PageName, PlainPageName>]
  );

interface PageAddress {
  /** Query parameters that the page reads, such as `plan=starter`, without `?`. */
  readonly query?: string | undefined;
  /** Id of an element on that page, without `#`. */
  readonly hash?: string | undefined;
  readonly newTab?: boolean | undefined;
}

/** A plain address: `#id` on this page, `mailto:`, or another site. */
interface AddressTarget {
  readonly href: string;
  readonly newTab?: boolean | undefined;
}

/** Where a link leads. Spread it into a link component. */
export type LinkTarget = PageTarget | AddressTarget;

type AnchorAttributes = AnchorHTMLAttributes<HTMLAnchorElement>;

/** Properties of every link component: target, content, and an anchor's attributes. */
export type LinkProps = LinkTarget &
  Omit<AnchorAttributes, 'href' | 'target' | 'rel' | 'className'> & {
    readonly children: ReactNode;
    readonly className?: string | undefined;
  };

/**
 * An unstyled link. Pages of the site open in place; screen readers announce a new tab. A page that is gone has no link: its text
 * stays.
 */
export function PageLink(props: LinkProps) {
  const language = useLanguage();
  const newTab = props.newTab ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  const notice = props.newTab ? <VisuallyHidden> {uiMessages[language].opensInNewTab}</VisuallyHidden> : null;

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
  const { page, params, query: search = '', hash = '', newTab: _, children, ...attributes } = props;
  const pathname = pathIn(currentTable(), page, language, params);
  if (pathname === undefined) return <span className={attributes.className}>{children}</span>;
  return (
    <RouterLink {...attributes} {...newTab} to={{ pathname, search, hash }}>
      {children}
      {notice}
    </RouterLink>
  );
}

/**
 * A link within this page. The router adds its history entry: after an entry of the browser's own, it could not restore the
 * scroll position on the way back.
 */
function HashLink({ href, ...attributes }: AnchorAttributes & { readonly href: string }) {
  const { search } = useLocation();
  return <RouterLink {...attributes} to={{ search, hash: href }} href={href} />;
}

interface RouterLinkProps extends AnchorAttributes {
  readonly to: To;
  /** The address in the HTML; default: the whole path. */
  readonly href?: string | undefined;
}

/**
 * A link to a page of the site that opens in place. The router's own `Link` includes the data loading of its framework mode,
 * which weighs as much as everything that the site uses of the router.
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

/** The active language. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return isLanguage(i18n.language) ? i18n.language : fallbackLanguage;
}

/** Where a link leads, as its arrow shows: down this page, on within the site, or away from it. */
export type LinkDirection = 'down' | 'on' | 'away';

/** The direction of a link. */
export function directionOf(target: LinkTarget): LinkDirection {
  if (target.newTab) return 'away';
  if ('page' in target) return 'on';
  if (target.href.startsWith('#')) return 'down';
  return /^https?:/.test(target.href) ? 'away' : 'on';
}
