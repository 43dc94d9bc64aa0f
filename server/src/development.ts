/** What a site does otherwise while it is developed. A site in production has none of it. */
export interface Development {
  /** What absolute addresses begin with: the origin that the developer's browser uses. */
  readonly origin: string;
  /** Called with every page that was rendered, or that failed. */
  readonly onPage: (report: PageReport) => void;
  /** Called with what pages print. */
  readonly onOutput: (text: string) => void;
}

/** How the rendering of a page went. */
export interface PageReport {
  readonly url: string;
  /** The page's name in the route table. */
  readonly page: string;
  /** Why there is no page. Visitors would get it from an earlier release, or the 404 page; a developer wants to see why. */
  readonly failure?: { readonly message: string; readonly stack?: string };
  /** Texts that were asked for and are in no catalogue, such as `blog:list.title`. */
  readonly missingTexts: readonly string[];
}
