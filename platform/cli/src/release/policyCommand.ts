import { readFile } from 'node:fs/promises';
import { disagreementOf, withAgreement } from '@site/releases/agreement.ts';
import { freezeText, withFreezeOf } from '@site/releases/freeze.ts';
import { storePath } from '@site/releases/names.ts';
import { liveRemotes } from '@site/releases/operations/proposedRoutes.ts';
import { replacePolicy } from '@site/releases/operations/setRecord.ts';
import { readPolicy, routePolicy } from '@site/releases/policy.ts';
import { composedRoutes, type Difference, policyEffect } from '@site/releases/policyEffect.ts';
import { type PolicyRequest, readPolicyRequest, withRequest } from '@site/releases/policyRequest.ts';
import { storedManifest } from '@site/releases/verify.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { openPolicy, type RoutePolicy } from '@site/shared/routes/policy.ts';
import type { CommandResult } from '../commands/print.ts';
import { openTools } from './openTools.ts';
import { readBack } from './readBack.ts';
import type { ReleaseTools } from './serviceTools.ts';
import { promoteOptions, type SignedOptions, signingOptions } from './signedOptions.ts';

/** Options of `site policy FILE`. */
interface PolicyOptions extends SignedOptions {
  /** Whether live pages may go. */
  readonly yes?: true | undefined;
  /** A file that `site request` has written. */
  readonly request?: string | undefined;
  /** A version whose wishes the owner agrees to, such as `events@3f2a…`. */
  readonly agree?: string | undefined;
}

/**
 * `site policy [FILE]`: prints the route policy of the store, replaces it with a file's, or adds what a request or a version asks
 * for; says what that changes. None of that freezes the site or lifts a freeze.
 *
 * @throws {OperatorError} RELEASE-LOSS when live pages would go, and nobody has said that they may
 */
export async function policyCommand(file: string | undefined, options: PolicyOptions): Promise<CommandResult> {
  const tools = await openTools(options);
  const { store, signing, policy: otherwise = openPolicy } = tools;
  const { seen, isDamaged } = await readSeen(store, file !== undefined);
  const { signature: _, ...current } = seen ?? { ...otherwise, signature: undefined };
  const { request, agree } = options;
  if (!file && !request && !agree) return { lines: JSON.stringify(current, null, 2).split('\n'), data: current };
  const policy = await nextPolicy(current, file, options, tools);
  const live = (await liveRemotes(store)).map(({ manifest }) => manifest);
  const effect = policyEffect(current, policy, live);
  const { gone } = effect.addresses;
  if (gone.length > 0 && !options.yes)
    throw new OperatorError(
      'RELEASE-LOSS',
      `Live pages would go: ${gone.join(', ')}. ${reasonsOf(policy, live)}Nothing was changed. If they should go, add --yes.`,
    );
  const signed = await promoteOptions(await signing(signingOptions(options)), tools);
  const set = await replacePolicy(store, policy, seen, signed);
  const notes = await readBack(tools, storePath.policy, set);
  const lines = [
    'The route policy is in force.',
    ...(isDamaged
      ? ['The one before was damaged. If it had frozen the site, it isn’t frozen any more: npx site freeze']
      : []),
    ...(policy.frozen
      ? [`The site stays frozen ${freezeText(policy.frozen)}. To lift that: npx site freeze --lift`]
      : []),
    ...(request ? changedClaims(current, policy) : []),
    ...Object.entries(effect.agreed).flatMap(([remote, change]) => changed(`Agreed with ${remote}`, change)),
    ...changed('Pages', effect.addresses),
    ...effect.lacks.map((text) => `  ${text}`),
    ...changed('Menu', effect.menu),
    ...changed('Footer', effect.footer),
    ...notes,
  ];
  return { lines, data: policy };
}

/** The policy of the store. A file replaces even a damaged one. */
async function readSeen(store: ReleaseTools['store'], isReplaced: boolean) {
  try {
    return { seen: await store.read(routePolicy), isDamaged: false };
  } catch (error) {
    if (!isReplaced || !(error instanceof OperatorError) || error.code !== routePolicy.damage) throw error;
    return { seen: undefined, isDamaged: true };
  }
}

/** The policy that a file, a request or an agreement makes of the current one. */
async function nextPolicy(
  current: RoutePolicy,
  file: string | undefined,
  { request, agree }: PolicyOptions,
  { store, trust }: Pick<ReleaseTools, 'store' | 'trust'>,
): Promise<RoutePolicy> {
  // A file may be older than a freeze, or printed during one.
  if (file) return withFreezeOf(current, readPolicy(await readText(file), file));
  if (request) return withRequest(current, await readRequest(request));
  const [app = '', version = ''] = (agree ?? '').split('@');
  const manifest = await storedManifest(store, app, version);
  (await trust())?.assertRelease(manifest);
  return withAgreement(current, manifest);
}

/** Why pages aren't in the table. */
const reasonsOf = (policy: RoutePolicy, live: readonly ReleaseManifest[]): string =>
  [...composedRoutes(policy, live).problems, ...live.flatMap((manifest) => disagreementOf(policy, { manifest }) ?? [])]
    .map(({ message }) => `${message} `)
    .join('');

/** One line about what goes and what comes; none when nothing does. */
function changed(what: string, { gone, added }: Difference): string[] {
  const all = [...gone.map((one) => `−${one}`), ...added.map((one) => `+${one}`)];
  return all.length > 0 ? [`  ${what}: ${all.join(', ')}`] : [];
}

/** Each remote whose prefixes change, with those that it may claim now. */
const changedClaims = (before: RoutePolicy, after: RoutePolicy): string[] =>
  Object.entries(after.claims)
    .filter(([remote, claimed]) => JSON.stringify(claimed) !== JSON.stringify(before.claims[remote]))
    .map(([remote, claimed]) => `  Claims: ${remote} ${JSON.stringify(claimed)}`);

async function readRequest(file: string): Promise<PolicyRequest> {
  const text = await readText(file);
  try {
    return readPolicyRequest(JSON.parse(text), file);
  } catch (error) {
    if (error instanceof SyntaxError) return readPolicyRequest(undefined, file);
    throw error;
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError('RELEASE-POLICY', `${file} can’t be read: ${reason}. Name another file.`, error);
  }
}
