/** What servers ask each other. */
export type Topic = 'metrics' | 'readiness';

/** The answer of a server to another one's question; without a value when it gave none in time. */
export interface PeerAnswer {
  readonly server: number;
  readonly value?: unknown;
}

/** What the supervisor sends to a server. */
export type ToServer =
  | { readonly type: 'stop' }
  | { readonly type: 'question'; readonly id: number; readonly topic: Topic }
  | { readonly type: 'answers'; readonly id: number; readonly answers: readonly PeerAnswer[] };

/** What a server sends to the supervisor. After a reload it may be of a later version: change this with care. */
export type FromServer =
  | { readonly type: 'alive' }
  | { readonly type: 'ready'; readonly origin: string }
  | { readonly type: 'ask'; readonly id: number; readonly topic: Topic }
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown };

/** Environment variables that the supervisor sets for each server: its number, and whether it may listen before it is ready. */
export const serverVariables = { number: 'SITE_SERVER', listensAtOnce: 'SITE_SERVER_LISTENS' } as const;
