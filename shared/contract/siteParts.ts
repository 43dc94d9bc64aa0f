/** The parts of every page that a site may replace with its own, and what the shell gives them. */
import type { ComponentType, ReactNode } from 'react';
import type { Language } from '../i18n/languages.ts';
import type { LanguageRoutes, PageName } from '../routes/table.ts';
import type { LinkTarget } from '../ui/links/PageLink.tsx';

/** What a site has instead of the shell's own; undefined for what it takes from the shell, or doesn't have. */
export interface SiteParts {
  /**
   * The header of every page, instead of the bar that has logo, pages, languages and contact. It is as high as it likes: pages
   * begin below it. If it stays at the top of the window, the tokens `size.header` and `size.header-phone` are its height, so that
   * nothing that is scrolled to hides behind it; else they are `0px`.
   */
  readonly Header: ComponentType<HeaderProps> | undefined;
  /** The footer of every page. */
  readonly Footer: ComponentType<FooterProps> | undefined;
  /** The drawing at the end of every page, above the footer. */
  readonly Horizon: ComponentType | undefined;
  /** The zero of “404”. Without it, the zero is text. */
  readonly NotFoundZero: ComponentType<{ readonly className?: string | undefined }> | undefined;
}

/** What a header gets. Its links open pages in place with `<PageLink>`, those of languages with `<RouterLink>`. */
export interface HeaderProps {
  /** The shown page. */
  readonly page: PageName | 'not-found';
  readonly language: Language;
  /** The site's pages, and those of the menu. */
  readonly routes: LanguageRoutes;
  /** The pages of the menu, in its order. */
  readonly menu: readonly SiteLink[];
  /** The contact page, if a remote has one. */
  readonly contact: SiteLink | undefined;
  readonly languages: readonly LanguageLink[];
  /** The fragment that a remote has in the slot `bar`, if any. */
  readonly children: ReactNode;
}

/** What a footer gets. */
export interface FooterProps {
  readonly language: Language;
  readonly legal: readonly SiteLink[];
  readonly company: readonly SiteLink[];
}

/** A link of header or footer: `<PageLink {...target} aria-current={current}>{text}</PageLink>`. */
export interface SiteLink {
  readonly text: string;
  readonly target: LinkTarget;
  /** The shown page is this one, or below it. */
  readonly current?: 'page' | 'true' | undefined;
}

/**
 * The link to a language version: `<RouterLink {...link}>{name}</RouterLink>`. It stores the visitor's choice, and where the page
 * isn't in that language, leads to the nearest one that is, and says so to screen readers.
 */
export interface LanguageLink {
  /** The language's own name. */
  readonly name: string;
  readonly link: {
    readonly href: string;
    readonly lang: Language;
    readonly hrefLang: Language;
    readonly 'aria-current': 'true' | undefined;
    readonly 'aria-describedby': string | undefined;
    readonly onClick: () => void;
  };
}

/** What the drawing of the street gets. */
export interface StreetProps {
  /** Loads at once, for illustrations at the top of a page. */
  readonly eager?: boolean | undefined;
  /** Lights the windows up house by house on the visitor's first view. */
  readonly animateOnFirstVisit?: boolean | undefined;
  readonly className?: string | undefined;
}
