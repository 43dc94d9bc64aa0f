import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Fault, Pointer, PointerCandidate, Provenance } from '@site/shared/contract/release.ts';
import { composeTable, type Proposal } from '@site/shared/routes/composeTable.ts';
import { namedRemotes, type RoutePolicy } from '@site/shared/routes/policy.ts';
import type { RouteProblem } from '@site/shared/routes/RouteProblem.ts';
import type { KnownFaults } from '../FaultLog.ts';
import { storePath } from '../names.ts';
import { entriesOf, pointerOf } from '../pointer.ts';
import { routePolicy, type StoredPolicy } from '../policy.ts';
import { proposalOf } from '../proposals.ts';
import type { Signed } from '../signedRecord.ts';
import { endsSoon } from '../signing/bounds.ts';
import type { Trust } from '../signing/Trust.ts';
import type { ReleaseStore, WritableStore } from '../store/ReleaseStore.ts';
import { liveRemotes } from './proposedRoutes.ts';

/** A version of an app as the list shows it. */
export interface ListedVersion extends Provenance {
  readonly version: string;
  readonly state: 'live' | 'earlier' | 'published';
  /** When it was published, ISO 8601. */
  readonly published: string;
  /** When it last went live, ISO 8601. */
  readonly since: string | undefined;
  /** What servers found wrong with it; empty when it is healthy. */
  readonly faults: readonly Fault[];
  /** Pages of the live version that the route policy leaves out, with the reason: its owner has switched them off. */
  readonly switchedOff?: readonly Fault[];
}

/** An app as the list shows it. */
export interface ListedApp {
  readonly app: string;
  /** Why no version is live, the live one is unknown, or servers refuse it now or soon; absent without a problem. */
  readonly problem?: string;
  /** The version under rollout; absent when there is none. */
  readonly candidate?: PointerCandidate;
  /** The fragments that the live version offers; absent without any. */
  readonly fragments?: readonly string[];
  readonly versions: readonly ListedVersion[];
}

/** What the list is compared with. */
export interface ListOptions {
  /** The route policy of a store that has none. */
  readonly policy?: RoutePolicy | undefined;
  readonly trust?: Trust | undefined;
}

/**
 * Lists every version of every app: which one is live, since when, from which commit, and its faults.
 *
 * @param options.policy the policy to use if the store has none. The remotes that it names are listed even without any version.
 * @param options.trust whose signatures servers accept, if known
 */
export async function list(
  store: WritableStore,
  faults: KnownFaults,
  { policy: defaultPolicy, trust }: ListOptions = {},
): Promise<readonly ListedApp[]> {
  const { policy: stored, problem: policyProblem } = await policyOf(store, faults, trust);
  const policy = stored ?? defaultPolicy;
  const needed = policy ? namedRemotes(policy) : [];
  const proposals = (await liveRemotes(store)).map(({ manifest }) => proposalOf(manifest));
  const leftOut = policy ? composeTable(policy, proposals).problems : [];
  const apps = new Set([...(await store.apps()), ...needed]);
  return await Promise.all(
    [...apps].map(async (app) => {
      const listed = await listApp(store, faults, { trust, leftOut, proposals }, app);
      const isGone = !listed.problem && !listed.versions.some(({ state }) => state === 'live') && needed.includes(app);
      const problem = isGone ? nothingLive(app) : listed.problem;
      // The shell's owner sets the policy.
      const problems = [problem, app === shell ? policyProblem : undefined].filter((text) => text !== undefined);
      return problems.length > 0 ? { ...listed, problem: problems.join(' ') } : listed;
    }),
  );
}

const nothingLive = (app: string): string =>
  `RELEASE-POINTER No version of ${app} is live: its pages are the 404 page, or what servers still know of it. Promote one.`;

/** The context of every app's listing. */
interface ListContext extends Pick<ListOptions, 'trust'> {
  readonly leftOut: readonly RouteProblem[];
  /** What the live versions propose. */
  readonly proposals: readonly Proposal[];
}

async function listApp(
  store: WritableStore,
  faults: KnownFaults,
  { trust, leftOut, proposals }: ListContext,
  app: string,
): Promise<ListedApp> {
  const { pointer, damage } = await readPointer(store, app);
  const problem = damage ?? (await faults.ofPointer(app))?.message ?? problemOf(app, pointer, trust);
  const wasLive = entriesOf(pointer);
  const versions = await Promise.all(
    (await store.versions(app)).map(async ({ version, at, ...provenance }): Promise<ListedVersion> => {
      const entry = wasLive.find((candidate) => candidate.version === version);
      const state = version === pointer?.version ? 'live' : entry ? 'earlier' : 'published';
      const known = await faults.of(app, version);
      const { unserved, switchedOff } = pagesLeftOut(state === 'live' ? leftOut : [], app, version);
      const refused = trust ? await refusedBy(trust, store, { app, version, at }) : [];
      const found = [...refused, ...unserved];
      // Servers report the same, also what is switched off.
      const said = [...found, ...switchedOff];
      const all = [...found, ...known.filter(({ code }) => !said.some((fault) => fault.code === code))];
      const off = switchedOff.length > 0 && { switchedOff };
      return { version, state, published: at, ...provenance, since: entry?.since, faults: all, ...off };
    }),
  );
  const { candidate } = pointer ?? {};
  const { fragments } = proposals.find(({ remote }) => remote === app) ?? {};
  return {
    app,
    ...(problem && { problem }),
    ...(candidate && { candidate }),
    ...(fragments && { fragments: Object.keys(fragments) }),
    versions,
  };
}

const shell = 'shell';
const day = 24 * 60 * 60 * 1000;

/** Why servers refuse a pointer, or soon will. */
export function problemOf(app: string, pointer: Pointer | undefined, trust: Trust | undefined): string | undefined {
  if (!pointer) return undefined;
  try {
    trust?.assertCurrent(pointerOf(app), pointer, undefined);
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
  return expiryWarning(pointer, `${app}/current.json`, `Promote ${pointer.version} again, to renew its signature.`);
}

/** The warning for a signature that expires soon. */
function expiryWarning({ signature }: Signed, file: string, remedy: string): string | undefined {
  if (!signature) return undefined;
  const remaining = Date.parse(signature.expires) - Date.now();
  if (remaining >= endsSoon) return undefined;
  const days = Math.max(0, Math.floor(remaining / day));
  return `RELEASE-EXPIRES-SOON Servers accept ${file} until ${signature.expires}, for ${days} ${days === 1 ? 'day' : 'days'}. ${remedy}`;
}

/** Why servers refuse a version's signature. They report its other faults themselves. */
async function refusedBy(
  trust: Trust,
  store: WritableStore,
  { app, version, at }: Pick<Fault, 'app' | 'version' | 'at'>,
): Promise<readonly Fault[]> {
  try {
    const manifest = await store.manifest(app, version).catch(() => undefined);
    if (manifest) trust.assertRelease(manifest);
    return [];
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return [{ app, version, code: error.code, message: error.message, at }];
  }
}

/** The pages of a live version that the site leaves out: because of other pages, or because its owner wants that. */
function pagesLeftOut(leftOut: readonly RouteProblem[], app: string, version: string) {
  const own = leftOut.filter(({ remote }) => remote === app);
  const { off = [], unserved = [] } = Object.groupBy(own, ({ byPolicy }) => (byPolicy ? 'off' : 'unserved'));
  const described = ({ page, code, message, remedy }: RouteProblem): Fault => ({
    app,
    version,
    module: page.module,
    code,
    message: `${message} ${remedy}`,
    at: new Date().toISOString(),
  });
  return { switchedOff: off.map(described), unserved: unserved.map(described) };
}

interface ListedPolicy {
  readonly policy?: StoredPolicy | undefined;
  readonly problem?: string | undefined;
}

/** The store's route policy, and why servers refuse it, now or soon. A damaged one must not break the list. */
export async function policyOf(
  store: ReleaseStore,
  faults: KnownFaults,
  trust: Trust | undefined,
): Promise<ListedPolicy> {
  let policy: StoredPolicy | undefined;
  const reported = (await faults.ofPointer(storePath.policy))?.message;
  try {
    policy = await store.read(routePolicy);
    if (!policy) return { problem: reported };
    trust?.assertCurrent(routePolicy, policy, undefined);
    const remedy = 'Set it again, npx site policy FILE, to renew its signature.';
    return { policy, problem: reported ?? expiryWarning(policy, storePath.policy, remedy) };
  } catch (error) {
    if (!(error instanceof OperatorError) || (!policy && error.code !== 'RELEASE-POLICY')) throw error;
    return { policy, problem: error.message };
  }
}

/** The pointer, or what is wrong with it. A damaged pointer must not break the list, which is needed to repair it. */
async function readPointer(
  store: WritableStore,
  app: string,
): Promise<{ readonly pointer?: Pointer | undefined; readonly damage?: string }> {
  try {
    return { pointer: await store.read(pointerOf(app)) };
  } catch (error) {
    if (error instanceof OperatorError && error.code === 'RELEASE-POINTER') return { damage: error.message };
    throw error;
  }
}
