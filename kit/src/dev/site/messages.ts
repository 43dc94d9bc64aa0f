import type { PageReport } from '@site/server/development.ts';

/** What the process of the site server tells the development server. */
export type FromSite =
  | {
      readonly type: 'ready';
      readonly origin: string;
      /** The sources that it runs. */
      readonly files: readonly string[];
    }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'page'; readonly report: PageReport };
