import type { Language } from '@site/shared/i18n/languages.ts';
import type { Kysely } from 'kysely';

/** A news item as it is stored. */
export interface NewsRow {
  readonly uid: string;
  readonly language: Language;
  /** Unique in its language. */
  readonly slug: string;
  readonly title: string;
  readonly source: string;
  /** ISO 8601 date. */
  readonly publication_date: string;
  readonly type: string;
  /** As the owner gave it: `@site/shared/contract/newsLinks.ts` decides what visitors get to see. */
  readonly link: string | null;
  readonly url_video: string | null;
}

/** A contact message as it is stored. */
export interface MessageRow {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  /** The language in which the visitor wrote to us, and reads our answer. */
  readonly language: Language;
  /** ISO 8601 time, UTC. */
  readonly received_at: string;
  /** The key under which its sender may send it again, if there was one. */
  readonly client_key: string | null;
  /** Hash of all that the visitor wrote; absent from messages of earlier versions. */
  readonly content: string | null;
}

/** What an entry of the outbox is: the mail to the owner, or the one that tells the visitor that the message has arrived. */
export type MailKind = 'notice' | 'confirmation';

/** A mail that is to be sent at least once. */
export interface OutboxRow {
  /** Stays the same however often the mail is sent: its `Message-ID` is made from it. */
  readonly id: string;
  readonly message_id: string;
  readonly kind: MailKind;
  /** `refused`: the mail server will never take it. Only a confirmation ends so. */
  readonly state: 'waiting' | 'delivered' | 'refused';
  /** Tries so far, the running one included. */
  readonly attempts: number;
  /** ISO 8601 time, UTC, from which a sender may take it; while one has it, the time at which it loses it. */
  readonly due_at: string;
  /** When it was delivered or refused. */
  readonly ended_at: string | null;
  /** Why the last try failed. */
  readonly last_error: string | null;
}

/** How often something has happened in a time window. */
interface RateCountRow {
  /** What is counted: never an address itself, but a hash of it. */
  readonly name: string;
  readonly count: number;
  /** ISO 8601 time, UTC, at which the window ends. */
  readonly resets_at: string;
}

/** The secret under which addresses are hashed on one day. */
interface AddressKeyRow {
  /** ISO 8601 date, UTC. */
  readonly day: string;
  readonly key: string;
}

/** The state of a topic that others keep copies of: its value changes whenever the topic's rows do. */
interface RevisionRow {
  readonly topic: string;
  readonly revision: string;
}

/** The tables of the database. */
export interface Tables {
  news: NewsRow;
  messages: MessageRow;
  outbox: OutboxRow;
  revisions: RevisionRow;
  rate_counts: RateCountRow;
  address_keys: AddressKeyRow;
}

/** The open database. Close it with `destroy()`. */
export type Database = Kysely<Tables>;
