import type { ApiClient } from '@site/shared';
import type { PageRoute } from '@site/shared/routes/table.ts';
import type { i18n as I18n } from 'i18next';
import type { LoadStrings } from './strings.ts';
import type { LoadedPage } from './view.ts';

/** What views are made with; the server and the browser each have their own. */
export interface ViewTools {
  readonly api: ApiClient;
  readonly i18n: I18n;
  /** The site's origin, for addresses that must be absolute. */
  readonly origin: string;
  /** @throws when the remote can't be had */
  readonly loadPage: (route: PageRoute) => Promise<LoadedPage>;
  readonly loadStrings: LoadStrings;
  /** How long a page's `load` may take, in milliseconds. */
  readonly dataBudget: number;
  /** Ends the page's calls: the visitor has gone elsewhere, or the budget is spent. */
  readonly signal: AbortSignal;
}
