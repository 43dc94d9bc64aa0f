import { type AnchorHTMLAttributes, type MouseEvent, type ReactNode, useContext } from 'react';
import { I18nContext } from 'react-i18next';
import { createPath, UNSAFE_NavigationContext } from 'react-router-dom';
import { fallbackLanguage, isLanguage, type Language } from '../../i18n/languages.ts';
import { currentTable } from '../../routes/currentTable.ts';
import { matchPath, pathIn } from '../../routes/path.ts';
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

/** An address: `#id` on this page, a path of the site, `mailto:`, or another site. */
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
    // The router adds the entry of a link within the page: after one of the browser's own, it could not restore the scroll
    // position on the way back.
    const Anchor = props.href.startsWith('#') || isPage(props.href) ? RouterLink : 'a';
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
    <RouterLink {...attributes} {...newTab} href={createPath({ pathname, search, hash })}>
      {children}
      {notice}
    </RouterLink>
  );
}

/**
 * A link to a page of the site that opens in place. The router's own `Link` and its hooks follow the location: every link of a
 * page would render again on every navigation.
 */
export function RouterLink({
  href,
  target,
  onClick,
  children,
  ...attributes
}: AnchorAttributes & { readonly href: string }) {
  const { navigator } = useContext(UNSAFE_NavigationContext);
  const onFollow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || target || event.button !== 0 || hasModifier(event)) return;
    event.preventDefault();
    const { pathname, search, hash } = event.currentTarget;
    // As in browsers, a link to the page itself adds no entry to the history.
    const isHere = event.currentTarget.href === window.location.href;
    navigator[isHere ? 'replace' : 'push']({ pathname, search, hash });
  };
  return (
    <a {...attributes} href={href} target={target} onClick={onFollow}>
      {children}
    </a>
  );
}

/** Whether an address is a path of a page of the site, as texts from elsewhere have it. */
const isPage = (href: string): boolean => matchPath(currentTable(), href.replace(/[?#].*$/s, '')) !== undefined;

/** Whether the browser does something else with a click, such as opening a new tab. */
const hasModifier = ({ metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  metaKey || altKey || ctrlKey || shiftKey;

/** The active language. A new one comes with a new page, so nothing has to listen for its change. */
export function useLanguage(): Language {
  const language = useContext(I18nContext)?.i18n?.language;
  return isLanguage(language) ? language : fallbackLanguage;
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
