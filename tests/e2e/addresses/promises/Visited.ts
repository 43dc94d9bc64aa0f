import type { Language, PageName } from '@site/testkit/site/addresses.ts';
import type { Answer } from '@site/testkit/site/http.ts';
import type { SharedSite } from '@site/testkit/site/sharedSite.ts';

/** A page that was requested once, for all promises. */
export interface Visited {
  readonly site: SharedSite;
  readonly language: Language;
  readonly page: PageName;
  readonly path: string;
  readonly answer: Answer;
}

/** Asserts that a page keeps a promise. */
export type Holds = (visited: Visited) => void | Promise<void>;
