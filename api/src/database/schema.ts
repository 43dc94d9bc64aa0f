import type { ContactMessage } from '@site/shared/contract/contact/fields.ts';
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
  /** As the owner gave it. `@site/shared/contract/newsLinks.ts` decides which URLs visitors see. */
  readonly link: string | null;
  readonly url_video: string | null;
  /** The language of the article and its title, if it isn't `language`. */
  readonly article_language: string | null;
}

/** A contact message as it is stored: a column for each of its fields. */
export interface MessageRow extends ContactMessage {
  /** UUID. */
  readonly id: string;
  /** The visitor's language. */
  readonly language: Language;
  /** ISO 8601 time, UTC. */
  readonly received_at: string;
  /** The key under which its sender may send it again, if it had one. */
  readonly client_key: string | null;
  /** Hash of everything the visitor wrote; null in messages of earlier versions. */
  readonly content: string | null;
}

/** A notice goes to the owner; a confirmation tells the visitor that the message has arrived. */
export type MailKind = 'notice' | 'confirmation';

/** A mail that is sent at least once. */
export interface OutboxRow {
  /** The `Message-ID` is made from it, so that it stays the same for every try. */
  readonly id: string;
  readonly message_id: string;
  readonly kind: MailKind;
  /** `dead`: given up, as `limits.outbox.giveUp` says. The owner can send it again. */
  readonly state: 'waiting' | 'delivered' | 'dead';
  /** Number of tries, including the current one. */
  readonly attempts: number;
  /** ISO 8601 time, UTC, after which a sender may take it. While a sender has it, the end of the lease. */
  readonly due_at: string;
  /** When the first of its tries failed; null while none has. */
  readonly failing_since: string | null;
  /** When it was delivered or given up. */
  readonly ended_at: string | null;
  /** Why the last try failed. */
  readonly last_error: string | null;
}

/** How often something has happened in a time window. */
export interface RateCountRow {
  /** What is counted. It contains hashes of addresses, never an address. */
  readonly name: string;
  readonly count: number;
  /** ISO 8601 time, UTC, at which the window ends. */
  readonly resets_at: string;
}

/** The key that hashes addresses on one day. */
interface AddressKeyRow {
  /** ISO 8601 date, UTC. */
  readonly day: string;
  readonly key: string;
}

/** Records that a request for data was answered, but neither whose it was nor what was found. */
export interface DataRequestRow {
  readonly id: string;
  /** ISO 8601 time, UTC. */
  readonly made_at: string;
  readonly command: 'find' | 'export' | 'erase';
  /** How many messages were found. */
  readonly messages: number;
}

/** How often something has happened on the site in an hour or a day, on all servers together. Nothing in it is about one visitor. */
export interface UsageCountRow {
  /** Hours are kept for some days, days for three months. */
  readonly period: 'hour' | 'day';
  /** ISO 8601 time, UTC, at which the period begins. */
  readonly starts_at: string;
  /** The app that it is about; empty for the whole site. */
  readonly app: string;
  /** The version of the app; empty for all. */
  readonly version: string;
  /** What is counted, such as a page that was sent from memory, or a measured time. */
  readonly measure: string;
  /** The class of a measured value; 0 where nothing is measured. */
  readonly class: number;
  readonly count: number;
}

/** The version of a topic that caches depend on. It changes whenever the topic's rows do. */
interface RevisionRow {
  readonly topic: string;
  readonly revision: string;
}

/** A change of the tables that has happened. Kysely's own table. */
interface DoneMigrationRow {
  readonly name: string;
}

/** Which programs can go on with a change of the tables. */
interface MigrationNoteRow {
  readonly name: string;
  /** The oldest version that can; null if every one can that looks here. */
  readonly oldest: string | null;
}

/** The tables of the database. */
export interface Tables {
  news: NewsRow;
  messages: MessageRow;
  outbox: OutboxRow;
  revisions: RevisionRow;
  rate_counts: RateCountRow;
  address_keys: AddressKeyRow;
  data_requests: DataRequestRow;
  usage_counts: UsageCountRow;
  kysely_migration: DoneMigrationRow;
  migration_notes: MigrationNoteRow;
}

/** Which rows of a list to read. */
export interface RowRange {
  readonly offset: number;
  readonly limit: number;
}

/** The open database. Close it with `destroy()`. */
export type Database = Kysely<Tables>;
