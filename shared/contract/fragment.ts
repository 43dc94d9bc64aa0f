import type { ComponentType } from 'react';
import type { Language } from '../i18n/languages.ts';
import type { ApiClient } from './api.ts';
import type { PageStrings } from './page.ts';

/** What a page tells a fragment, such as `{ skus: 'CL-01-GY,CL-02-BL' }`. */
export type FragmentValues = Readonly<Record<string, string>>;

/** The values that a fragment takes, and how many characters each has at most. */
export type FragmentParameters = Readonly<Record<string, { readonly max: number }>>;

/** The page that shows a fragment, as far as the fragment's `load` may know it. */
export interface FragmentContext<Values extends FragmentValues = FragmentValues> {
  readonly language: Language;
  /** Those that the page gives; each may be absent. */
  readonly props: Partial<Values>;
  readonly api: ApiClient;
  /** Aborted when the visitor leaves or the time budget is spent. */
  readonly signal: AbortSignal;
}

/** Properties of a fragment's component. It knows neither the address nor the page around it: it is the same everywhere. */
export interface FragmentProps<Data = undefined, Values extends FragmentValues = FragmentValues> {
  readonly language: Language;
  readonly props: Partial<Values>;
  readonly data: Data;
}

/** A part of other teams' pages, as its remote writes it. */
export interface FragmentDefinition<Data, Values extends FragmentValues = FragmentValues> {
  readonly component: ComponentType<FragmentProps<Data, Values>>;
  readonly strings: PageStrings;
  /** Loads the fragment's data: on the server for the first view, in the browser on navigation. It must be JSON. */
  readonly load?: (context: FragmentContext<Values>) => Promise<Data>;
}

/** A fragment as the shell sees it, without the types of its data. */
export type AnyFragment = FragmentDefinition<unknown>;

/** Defines a fragment: checks it against the contract at compile time and hides its types from the shell. */
export function defineFragment<Data = undefined, Values extends FragmentValues = FragmentValues>(
  definition: FragmentDefinition<Data, Values>,
): AnyFragment {
  // The shell passes a fragment only the data that it has loaded itself, and values that its remote declares.
  return definition as unknown as AnyFragment;
}
