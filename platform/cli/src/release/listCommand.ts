import { freezeText } from '@site/releases/freeze.ts';
import { type ListedApp, type ListedVersion, list } from '@site/releases/operations/list.ts';
import { routePolicy } from '@site/releases/policy.ts';
import { unlessDamaged } from '@site/releases/store/storeFailure.ts';
import { type ListedRollout, listedRollout } from '@site/rollouts/judge.ts';
import type { KnownRollouts } from '@site/rollouts/RolloutLog.ts';
import type { CommandResult } from '../commands/print.ts';
import { type CommandStore, openTools } from './openTools.ts';
import { rolloutText } from './rolloutCommand.ts';
import { withoutCode } from './withoutCode.ts';

/** `site list`. */
export async function listCommand(options: CommandStore): Promise<CommandResult> {
  const { store, faults, rollouts, site, trust, reports, policy, isPublic } = await openTools(options);
  const running = await site();
  const listed = await withRollouts(await list(store, faults, { policy, trust: await trust() }), rollouts);
  const isKnown = !(await isPublic?.());
  const { frozen } = (await unlessDamaged(store.read(routePolicy))) ?? {};
  const lines = [
    ...(frozen ? [`Nothing new goes live ${freezeText(frozen)}, until the site’s owner lifts that.`, ''] : []),
    ...linesOf(listed, store.location, isKnown),
  ];
  if (!isKnown) lines.push('', publicText);
  if (!running && reports) lines.push('', unreportedText(reports));
  return { lines, data: listed };
}

/** An app of the list, with what servers have seen of its version under rollout. */
interface ListedWithRollout extends Omit<ListedApp, 'candidate'> {
  /** Absent when there is none. */
  readonly rollout?: ListedRollout;
}

const withRollouts = async (
  listed: readonly ListedApp[],
  rollouts: KnownRollouts,
): Promise<readonly ListedWithRollout[]> =>
  await Promise.all(
    listed.map(async ({ candidate, versions, ...app }) => ({
      ...app,
      ...(candidate && { rollout: await listedRollout(app.app, candidate, rollouts) }),
      versions,
    })),
  );

/** Only servers know the faults: without their reports, no version must look healthy. */
const unreportedText = (reports: string) =>
  `What servers found wrong is not known here: no running site reports to ${reports}. Give REPORTS, or DATA_DIR, as the servers have it.`;

const publicText =
  'This is the public part. Teams also see the other versions, their origin and their faults: --key FILE, or RELEASE_KEY.';

/** @param isKnown whether the origin and health of versions are known */
function linesOf(listed: readonly ListedWithRollout[], location: string, isKnown: boolean): readonly string[] {
  if (listed.length === 0) return [`There are no releases in ${location}.`];
  return listed.flatMap(({ app, problem, rollout, fragments = [], versions }, index) => [
    ...(index > 0 ? [''] : []),
    app,
    ...(problem ? [`  ${problem}`] : []),
    ...(rollout ? [`  ${rolloutText(rollout)}`] : []),
    ...(fragments.length > 0 ? [`  offers: ${fragments.join(', ')}`] : []),
    ...versions.flatMap((version) => (isKnown ? versionLines(version) : publicVersionText(version))),
  ]);
}

const publicVersionText = (version: ListedVersion): string => `${stateText(version)}  live since ${version.since}`;

const stateText = ({ version, state }: ListedVersion): string =>
  `  ${state === 'live' ? '●' : ' '} ${version}  ${state.padEnd(9)}`;

function versionLines(listed: ListedVersion): readonly string[] {
  const { published, commit, repository, author, since, faults, switchedOff = [] } = listed;
  const when = since ? `live since ${since}` : `published ${published}`;
  const health = faults.length === 0 ? 'healthy' : 'FAULTY';
  const from = [
    commit ?? 'no commit',
    ...(repository ? [`of ${repository}`] : []),
    ...(author ? [`by ${author}`] : []),
  ].join(' ');
  const line = `${stateText(listed)}  ${when}  ${from}  ${health}`;
  const notes = faults.flatMap((fault) => {
    const [first = '', ...others] = withoutCode(fault).split('\n');
    const about = `${fault.at} ${fault.code}${fault.module ? ` ${fault.module}` : ''}`;
    return [`      ${about}: ${first}`, ...others.map((other) => `        ${other}`)];
  });
  const off = switchedOff.map((page) => `      switched off ${page.module}: ${withoutCode(page)}`);
  return [line, ...notes, ...off];
}
