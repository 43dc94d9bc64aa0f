/** What a route policy makes of live releases: the addresses of the site. */
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { type ComposedRoutes, composeTable } from '@site/shared/routes/composeTable.ts';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';
import { isIn } from '@site/shared/routes/table.ts';
import { notAgreed } from './agreement.ts';
import { proposalOf } from './proposals.ts';

/** The table of what is live, as far as the owner has agreed to it. */
export const composedRoutes = (policy: RoutePolicy, live: readonly ReleaseManifest[]): ComposedRoutes =>
  composeTable(policy, live.filter((manifest) => notAgreed(policy, manifest) === undefined).map(proposalOf));

/** Every address with the remote that has it, such as `/en/events (events)`. */
export const servedAddresses = ({ routes }: Pick<ComposedRoutes, 'routes'>): readonly string[] =>
  Object.values(routes.pages).flatMap((page) =>
    languages
      .filter((language) => isIn(page, language))
      .map((language) => `/${language}${page.paths[language] && `/${page.paths[language]}`} (${page.remote})`),
  );
