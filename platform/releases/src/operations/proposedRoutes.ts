import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { composeTable, type Proposal, type SiteRoutes } from '@site/shared/routes/composeTable.ts';
import { allows, grantOf, type RoutePolicy } from '@site/shared/routes/policy.ts';
import { isIn } from '@site/shared/routes/table.ts';
import { targetOf } from '../forms.ts';
import { pointerOf } from '../pointer.ts';
import { routePolicy } from '../policy.ts';
import { proposalOf } from '../proposals.ts';
import type { LiveRemote } from '../Release.ts';
import type { ReleaseStore } from '../store/ReleaseStore.ts';
import { unlessDamaged } from '../store/storeFailure.ts';

/** The site's pages with a release. */
export interface ProposedRoutes {
  readonly policy: RoutePolicy;
  readonly routes: SiteRoutes;
}

/**
 * The site's pages if a release were live beside the current ones.
 *
 * @param defaultPolicy the policy of a store that has none
 * @throws {OperatorError} RELEASE-ROUTE-TAKEN, RELEASE-ROUTE-RESERVED or RELEASE-ROUTE-UNCLAIMED, when the policy doesn't let the release have
 *   one of its pages; RELEASE-MENU when the menu is full; RELEASE-OWN-API when it doesn’t grant an API that the release names
 */
export async function proposedRoutes(
  store: ReleaseStore,
  manifest: ReleaseManifest,
  defaultPolicy: RoutePolicy,
): Promise<ProposedRoutes> {
  const policy = (await store.read(routePolicy)) ?? defaultPolicy;
  assertGranted(policy, manifest);
  const live = await liveProposals(store);
  const others = live.filter(({ remote }) => remote !== manifest.name);
  const before = composeTable(policy, others).routes;
  const all = manifest.name === 'shell' ? others : [...others, proposalOf(manifest)];
  const { routes, problems, withoutPlace } = composeTable(policy, all);
  const own = problems.filter(({ remote }) => remote === manifest.name);
  const [first] = own;
  if (first) {
    const remedies = new Set(own.map(({ remedy }) => remedy));
    throw new OperatorError(first.code, [...own.map(({ message }) => message), ...remedies].join(' '));
  }
  const lost = Object.entries(before.pages).find(([name, page]) => {
    const after = routes.pages[name];
    return (
      after?.remote !== page.remote || languages.some((language) => isIn(page, language) && !isIn(after, language))
    );
  });
  if (lost) {
    const [name, { remote }] = lost;
    throw new OperatorError(
      'RELEASE-ROUTE-TAKEN',
      `${manifest.name} proposes a page in place of "${name}", which ${remote} has. Choose another name or path.`,
    );
  }
  assertPlaces(manifest.name, routes.menu, withoutPlace, composeTable(policy, live).withoutPlace);
  return { policy, routes };
}

/** Checks that the policy grants a release the APIs of its own that it names, also for what its forms send. */
function assertGranted(policy: RoutePolicy, { name, apis = {}, forms = {} }: ReleaseManifest): void {
  const silent = Object.entries(forms).find(([, form]) => {
    const grant = grantOf(policy, name, targetOf(form).api);
    return grant !== undefined && !allows(grant, 'POST');
  });
  if (silent)
    throw new OperatorError(
      'RELEASE-OWN-API',
      `The form "${silent[0]}" of ${name} sends to "${targetOf(silent[1]).api}", which the site’s policy lets it read alone. The shell’s owner adds "methods": ["GET", "POST"] to its grant.`,
    );
  const refused = Object.entries(apis).filter(([api]) => !grantOf(policy, name, api));
  if (refused.length === 0) return;
  const list = refused.map(([api, { description }]) => `"${api}" (${description})`).join(', ');
  throw new OperatorError(
    'RELEASE-OWN-API',
    `${name} reads from APIs that the site’s policy doesn’t grant it: ${list}. The shell’s owner adds them to \`grants\` in the policy: { "${refused[0]?.[0]}": { "remote": "${name}", "address": "https://…/" } }.`,
  );
}

/** Checks that a release takes no page's place in the menu. */
function assertPlaces(
  app: string,
  menu: readonly string[],
  withoutPlace: readonly string[],
  today: readonly string[],
): void {
  const displaced = withoutPlace.filter((page) => !today.includes(page));
  if (displaced.length === 0) return;
  throw new OperatorError(
    'RELEASE-MENU',
    `With ${app} the menu would have more than ${menu.length} pages: there is no place for ${displaced.map((page) => `"${page}"`).join(', ')}. Leave \`menu\` out of the places of a page; or the shell’s owner makes room in the policy: menu.atMost, menu.pages.`,
  );
}

/** What the live version of each remote proposes. Unreadable ones propose nothing. */
const liveProposals = async (store: ReleaseStore): Promise<readonly Proposal[]> =>
  (await liveRemotes(store)).map(({ manifest }) => proposalOf(manifest));

/** Each remote's live version, and when it went live, without unreadable ones. */
export async function liveRemotes(store: ReleaseStore): Promise<readonly LiveRemote[]> {
  const remotes = (await store.apps()).filter((app) => app !== 'shell');
  const manifests = remotes.map(async (remote) => {
    const pointer = await unlessDamaged(store.read(pointerOf(remote)));
    if (!pointer) return [];
    const manifest = await unlessDamaged(store.manifest(remote, pointer.version));
    return manifest?.name === remote ? [{ manifest, since: pointer.since }] : [];
  });
  return (await Promise.all(manifests)).flat();
}
