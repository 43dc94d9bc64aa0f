import type { Answer } from '@site/testkit/site/http.ts';
import type { SharedSite } from '@site/testkit/site/sharedSite.ts';

/** What a page of any site must be, as data: this site's pages are in `../pages.ts`. */
export interface TestedPage {
  readonly page: string;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly path: string;
  /** The home page has budgets of its own, an empty page no heading, and the page of missing addresses the status 404. */
  readonly kind: 'home' | 'ordinary' | 'empty' | 'missing';
  /** The remote that it comes from: none for missing addresses. */
  readonly remote?: string;
  /** Texts from its top and from further down: a response with all of them is complete. */
  readonly texts: readonly string[];
  /** What its head says; a page without it has data of its own there. */
  readonly head?: {
    readonly title: string;
    readonly description: string;
    readonly twitterDescription: string;
  };
}

/** A page that was requested once, for all promises. */
export interface Visited extends TestedPage {
  readonly site: Pick<SharedSite, 'origin'>;
  /** The folder of the site's store. */
  readonly releases: string;
  readonly answer: Answer;
}

/** Asserts that a page keeps a promise. */
export type Holds = (visited: Visited) => void | Promise<void>;
