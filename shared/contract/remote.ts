import type { Language } from '../i18n/languages.ts';
import type { SearchParameters } from '../routes/table.ts';
import type { EventDetail, EventFields } from './event.ts';
import type { FragmentParameters } from './fragment.ts';
import type { DeclaredApi, DeclaredForm, DeclaredPage } from './release.ts';

/** A page in a remote's `remote.ts`. Its words are in the remote's catalogues, under `routes` and its name. */
export type PageProposal = ProposedPage & (InEveryLanguage | InSomeLanguages);

interface InEveryLanguage {
  /** Path below the language prefix, in every language or in each; `:name` is a parameter. The home page's is empty. */
  readonly paths: string | Readonly<Record<Language, string>>;
  readonly languages?: never;
}

interface InSomeLanguages {
  /** The languages that the page exists in. In others its address is unknown, and its words may be missing. */
  readonly languages: readonly [Language, ...Language[]];
  /** Path below the language prefix, in all of these languages or in each. */
  readonly paths: string | Readonly<Partial<Record<Language, string>>>;
}

interface ProposedPage
  extends Partial<
    Pick<DeclaredPage, 'search' | 'form' | 'closing' | 'places' | 'isListed' | 'isRedirect' | 'entries' | 'feed'>
  > {
  /**
   * Query parameters that the page reads: with the values that each has, or the number of characters of any value, such as
   * `{ view: ['list', 'map'], sku: { max: 40 } }`.
   */
  readonly query?: Readonly<Record<string, readonly string[] | SearchParameters[string]>>;
  /** The file that defines the page, such as `./src/pages/list/page.ts`: it is exposed under the name of its folder. */
  readonly source: `./src/pages/${string}/page.ts`;
  /**
   * Paths that the page had before, in all of its languages or by language: visitors, links and search engines are led to the
   * present one. They have its parameters.
   */
  readonly was?: readonly string[] | NonNullable<DeclaredPage['was']>;
  /** The page of the same remote whose social card this page shares; default: its own card. */
  readonly card?: string;
}

/** A fragment in a remote's `remote.ts`: a part that pages of any team can show. */
export interface FragmentProposal {
  /** The file that defines the fragment, such as `./src/fragments/cart/fragment.ts`: it is exposed under the name of its folder. */
  readonly source: `./src/fragments/${string}/fragment.ts`;
  /** The values that pages give it, and how many characters each has at most; default: none. */
  readonly props?: FragmentParameters;
}

/** What a remote's `remote.ts` exports as `remote`: its name and its pages, under the names that links use. */
export interface RemoteDefinition {
  readonly name: string;
  readonly pages: Readonly<Record<string, PageProposal>>;
  /** The parts that other teams' pages can show, under the names that they have for them. */
  readonly fragments?: Readonly<Record<string, FragmentProposal>>;
  /** The events that it emits, with their fields. Their names begin with its own and a colon: `checkout:cart-updated`. */
  readonly emits?: Readonly<Record<`${string}:${string}`, EventFields>>;
  /** The APIs of its own that its pages read from, under the names that `ApiClient.read` has for them. */
  readonly apis?: Readonly<Record<string, DeclaredApi>>;
  /** The forms of its pages, under the names that pages have for them. */
  readonly forms?: Readonly<Record<string, DeclaredForm>>;
}

/** The pages of a remote, for `SitePages`: links to them are checked. */
export type PagesOf<Remote extends RemoteDefinition> = Remote['pages'];

/** The fragments of a remote, for `SiteFragments`: the values that pages give them are checked. */
export type FragmentsOf<Remote extends RemoteDefinition> = NonNullable<Remote['fragments']>;

/** The events of a remote, for `SiteEvents`: their details are checked. */
export type EventsOf<Remote extends RemoteDefinition> = {
  readonly [Name in keyof NonNullable<Remote['emits']>]: EventDetail<NonNullable<NonNullable<Remote['emits']>[Name]>>;
};
