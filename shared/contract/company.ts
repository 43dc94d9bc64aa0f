/**
 * What the package `@site/company` of each site states, by its files. The platform imports them by these names, wherever a
 * site keeps them. A site's own test tells what is missing: `shared/company/company.test.ts` in this one.
 */
import type { ComponentType } from 'react';
import type { Fact } from '../facts.ts';
import type { Language } from '../i18n/languages.ts';
import type { ShareCard } from './card.ts';
import type { CardFace, Face } from './fonts.ts';
import type { SiteParts, StreetProps } from './siteParts.ts';

/** The files of `@site/company`, and what the platform imports of them. Remotes may import more of their own site's. */
export interface Company {
  readonly 'brand.ts': {
    readonly brand: Brand;
    /** The company behind the brand, with its legal form. */
    readonly company: Fact;
    /** Origins whose maps and videos a visitor may load in a frame. */
    readonly embedOrigins: readonly string[];
  };
  readonly 'offices.ts': {
    /** The city of each language version's office. Several languages may share one. */
    readonly cities: Readonly<Record<Language, City>>;
  };
  /** Facts that pages state for the law. `npm run check -- owner` lists those that are still samples. */
  readonly 'legal.ts': { readonly legal: object };
  readonly 'organization.ts': { readonly organization: Organization };
  readonly 'card.ts': { readonly card: ShareCard };
  readonly 'parts.ts': SiteParts;
  /** What the font files are made of: see platform/bundling/src/publicFiles/fonts/subset.ts. */
  readonly 'fonts/faces.ts': { readonly faces: readonly Face[]; readonly cardFaces: readonly CardFace[] };
  readonly 'logo/drawn.ts': { readonly drawnLogo: DrawnLogo };
  readonly 'logo/index.ts': {
    /** Mark and wordmark, in the colours `--logo-ink` and `--logo-lit`. */
    readonly Logo: ComponentType<LogoProps>;
    readonly Mark: ComponentType<LogoProps>;
    /** The mark of a network of `brand.social`, in the colour of the text. */
    readonly SocialMark: ComponentType<LogoProps & { readonly network: never }>;
  };
  readonly 'drawings/index.ts': {
    /** Addresses of drawings that remotes share; `{}` for none. */
    readonly illustrations: Readonly<Record<string, string>>;
    /** The wide drawing at the end of the menu, and wherever remotes show it; undefined for none. */
    readonly Street: ComponentType<StreetProps> | undefined;
  };
  readonly 'drawings/outage.ts': {
    /** An `<svg class="street">` at the bottom of pages that need no file, in `currentColor`, lit windows with the class `lit`; empty for none. */
    readonly outageScene: string;
  };
}

/** The brand, as visitors and search engines see it. */
export interface Brand {
  /** The product's name, as in page titles. */
  readonly product: string;
  /** Where visitors write to when the site fails. */
  readonly email: string;
  readonly copyrightYear: number;
  /** Where the company's jobs are. Without it, the footer has no such link. */
  readonly careersUrl?: string;
  /** The company's accounts, by network: each has a mark in `logo/`, and a name in the shell's texts. */
  readonly social: Readonly<Record<string, string>>;
}

/** The city of a language version, shown in page titles, on cards and in mails. */
export interface City {
  /** Its spelling in page titles. */
  readonly title: string;
  /** Its spelling everywhere else. */
  readonly name: string;
}

/** What search engines learn about the company on every page, besides its logo and address: https://schema.org/Organization. */
export interface Organization {
  readonly '@type': string;
  readonly name: string;
  readonly sameAs: readonly string[];
}

/** Properties of the logo and its parts. */
interface LogoProps {
  readonly className?: string | undefined;
}

/**
 * The logo as the content of an SVG, for icons, cards and pages without scripts: in the colours `var(--logo-ink)` and
 * `var(--logo-lit)` of the tokens.
 */
export interface DrawnLogo {
  /** The mark, on a grid of 32 × 32. */
  readonly mark: string;
  /** The mark for the smallest icons, without what is too fine for 16 pixels. */
  readonly smallMark: string;
  /** Mark and wordmark, 32 high. */
  readonly logo: string;
}
