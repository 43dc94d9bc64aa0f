/** A feed of any format. Its texts are plain text already. */
export interface Feed {
  readonly title: string | undefined;
  /** The language that the feed declares. May be any text. */
  readonly language: string | undefined;
  /** The URL of the site that the feed belongs to. */
  readonly home: string | undefined;
  /** What the feed's links are relative to, if it says so (`xml:base`). */
  readonly base?: string | undefined;
  /** The feed's own URL, as it says. */
  readonly self?: string | undefined;
  readonly items: readonly FeedItem[];
  /** How many items the parser has passed over: they are empty, or where no feed has items. */
  readonly unread?: number;
}

/** An item of a feed. Anything may be missing or wrong. */
export interface FeedItem {
  /** The publisher's id of the item. */
  readonly id: string | undefined;
  /** As in the feed: it may be relative, or hostile. */
  readonly link: string | undefined;
  /** What its link is relative to, if that differs from the feed's. */
  readonly base?: string | undefined;
  readonly title: string | undefined;
  /** Its content or summary, to be used in place of a missing title. */
  readonly text: string | undefined;
  /** As in the feed: when it was published, then when it was changed. */
  readonly dates: readonly string[];
  /** Whether items of the same id, link and title are versions of one, whatever their dates (RFC 4287, section 4.1.1). */
  readonly hasVersions?: boolean;
  /** The language that the item declares, if it isn't the feed's. */
  readonly language?: string | undefined;
  /** The YouTube video that the item is about. */
  readonly videoId?: string | undefined;
}

/** Those of several values that a feed has. */
export const existing = (values: readonly (string | undefined)[]): readonly string[] =>
  values.filter((value) => value !== undefined);

/** The first of several texts, made plain, that has words: HTML may have only a picture. */
export function firstText(
  texts: readonly (string | undefined)[],
  toPlain: (text: string) => string,
): string | undefined {
  for (const text of existing(texts)) {
    const plain = toPlain(text);
    if (plain.trim() !== '') return plain;
  }
  return undefined;
}

/** An id that is a URL. Many ids are numbers or names, which would pass for relative URLs. */
export const idAsLink = (id: string | undefined): string | undefined => (id && /^https?:/i.test(id) ? id : undefined);
