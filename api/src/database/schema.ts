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
  /** As the owner gave it: `blog/links.ts` decides what visitors get to see. */
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
  revisions: RevisionRow;
}

/** The open database. Close it with `destroy()`. */
export type Database = Kysely<Tables>;
