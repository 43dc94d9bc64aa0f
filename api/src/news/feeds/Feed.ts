/** A feed of any format. Its texts are plain text already. */
export interface Feed {
  readonly title: string | undefined;
  /** The address of the site that the feed belongs to. */
  readonly home: string | undefined;
  readonly items: readonly FeedItem[];
}

/** An item of a feed. Nothing about it is certain. */
export interface FeedItem {
  /** What its publisher knows it by. */
  readonly id: string | undefined;
  /** As it stands in the feed: perhaps relative to the feed, perhaps hostile. */
  readonly link: string | undefined;
  readonly title: string | undefined;
  /** Its content or summary, which stands in for a title that is missing. */
  readonly text: string | undefined;
  /** As it stands in the feed. */
  readonly date: string | undefined;
  /** The YouTube video that the item is about. */
  readonly videoId?: string | undefined;
}
