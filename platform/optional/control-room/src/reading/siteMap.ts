import { policyOf } from '@site/releases/operations/list.ts';
import { composedRoutes } from '@site/releases/policyEffect.ts';
import type { Reader } from '@site/releases/signing/Trust.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { type Freeze, isIsolated, prefixesOf, type RoutePolicy } from '@site/shared/routes/policy.ts';
import type { RouteProblem } from '@site/shared/routes/RouteProblem.ts';
import { isIn } from '@site/shared/routes/table.ts';
import { roomLimits } from '../limits.ts';
import type { StoreReader } from './StoreReader.ts';
import { type PageNumber, sectionOf } from './sectionOf.ts';

/** A remote on the map: what the policy lets it have, and what it has. */
export interface MappedRemote {
  readonly remote: string;
  /** Whether the policy names it, or lets it have its own name like any other. */
  readonly isNamed: boolean;
  readonly isIsolated: boolean;
  readonly prefixes: readonly { readonly language: string; readonly paths: readonly string[] }[];
  readonly pages: readonly {
    readonly name: string;
    readonly addresses: readonly string[];
    readonly places: readonly string[];
  }[];
  /** Pages that it proposes and doesn't get. */
  readonly problems: readonly RouteProblem[];
}

/** The route policy as a map of the site: some of the remotes. */
export interface SiteMap extends PageNumber {
  readonly remotes: readonly MappedRemote[];
  readonly reserved: readonly string[];
  readonly others: RoutePolicy['others'];
  /** Why servers refuse the policy, now or soon. */
  readonly problem: string | undefined;
  /** Present while nothing new goes live. */
  readonly frozen: Freeze | undefined;
}

/** A page of the map, with remotes that a reader may see. */
export async function readSiteMap(reader: StoreReader, { maySee }: Reader, asked: number): Promise<SiteMap> {
  const { store, faults, trust } = reader.options;
  const [policy, { problem }] = [await reader.policy(), await policyOf(store, faults, trust)];
  const manifests = (await reader.liveRemotes()).map(({ manifest }) => manifest);
  const { routes, problems } = composedRoutes(policy, manifests);
  // Those too of which nothing was ever live: what they propose is beside it.
  const published = (await store.apps()).filter((app) => app !== 'shell');
  const names = new Set([...Object.keys(policy.claims), ...manifests.map(({ name }) => name), ...published]);
  const { items, page, pages } = sectionOf([...names].filter(maySee), asked, roomLimits.remotesOnPage);
  const remotes = items.map((remote): MappedRemote => {
    const own = Object.entries(routes.pages).filter(([, declared]) => declared.remote === remote);
    return {
      remote,
      isNamed: Object.hasOwn(policy.claims, remote),
      isIsolated: isIsolated(policy, remote),
      prefixes: languages.map((language) => ({
        language,
        paths: prefixesOf(policy, remote, language).map((prefix) => pathIn(language, prefix)),
      })),
      pages: own.map(([name, declared]) => ({
        name,
        addresses: languages
          .filter((language) => isIn(declared, language))
          .map((language) => pathIn(language, declared.paths[language])),
        places: [
          ...(routes.menu.includes(name) ? ['menu'] : []),
          ...(Object.values(routes.footer).some((column) => column.includes(name)) ? ['footer'] : []),
        ],
      })),
      problems: problems.filter((one) => one.remote === remote),
    };
  });
  return { remotes, page, pages, reserved: policy.reserved, others: policy.others, problem, frozen: policy.frozen };
}

const pathIn = (language: string, path: string): string => `/${language}${path && `/${path}`}`;
