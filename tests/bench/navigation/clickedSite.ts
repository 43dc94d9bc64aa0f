/** The pages that the visitor goes to, from the home page. */
export const pages = ['services', 'pricing', 'blog', 'contact', 'team'] as const;

/** One of these pages. */
export type ClickedPage = (typeof pages)[number];

/** How many times slower than this machine the visitor's is. */
export const slowdowns = [4, 1] as const;

/** A site whose links are followed. */
export interface ClickedSite {
  readonly name: string;
  readonly origin: string;
  readonly paths: Readonly<Record<ClickedPage | 'home', string>>;
  /** Selector of what is there when the site's scripts have started. */
  readonly awake?: string;
  /** Selector of the menus that show their links when the pointer is over them. */
  readonly menu?: string;
}

/** How long a click took, in milliseconds. */
export interface Click {
  /** From the click to the first frame with the new page's heading. */
  readonly frame: number;
  /** The click's own duration, as Event Timing reports it: 16 or less counts as 16. */
  readonly event: number;
}

/** A click, and where it was. */
export interface MeasuredClick extends Click {
  readonly site: string;
  readonly page: ClickedPage;
  readonly slowdown: (typeof slowdowns)[number];
}
