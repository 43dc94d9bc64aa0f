import type { RecordSignature } from '@site/shared/contract/release.ts';

/** What a record's signature states: its key, which the browser adds, and what the room proposes. */
export type SignedClaims = Omit<RecordSignature, 'value'>;

/** A record that a page proposes, to be signed in the browser and sent back to the room. */
export interface SigningTask {
  readonly kind: 'pointers' | 'policy';
  /** Without its signature. */
  readonly record: object;
  readonly claims: Omit<SignedClaims, 'key'>;
  /** The serial of the stored record that the page has seen; absent when there is none. */
  readonly replaced?: number | undefined;
  /** The path that takes it: one of `AddSigned`. */
  readonly to: string;
}

/** A request that a page proposes, to be signed in the browser as commands sign theirs. */
export interface RequestTask {
  readonly method: 'DELETE' | 'POST';
  readonly path: string;
}

/** How it went, for whoever has signed. */
export interface ActAnswer {
  /** Whether nothing has changed. */
  readonly isRefused?: true;
  readonly title: string;
  readonly notes: readonly {
    readonly text: string;
    /** Whether an error or a tool says it: those are English. */
    readonly isEnglish?: true;
  }[];
  /** Where to go from here. */
  readonly links: readonly { readonly path: string; readonly text: string }[];
}

/** What the browser says, in the page's language. */
export type SigningTexts = Readonly<
  Record<
    | 'locale'
    | 'app'
    | 'live'
    | 'rollout'
    | 'givenUp'
    | 'frozen'
    | 'site'
    | 'until'
    | 'request'
    | 'at'
    | 'key'
    | 'insecure'
    | 'unsupported'
    | 'encrypted'
    | 'public'
    | 'other'
    | 'damaged'
    | 'sending'
    | 'unanswered'
    | 'unkept',
    string
  >
>;
