import type { ListedRollout } from '@site/rollouts/judge.ts';
import { setRollout } from '@site/rollouts/setRollout.ts';
import { defaultPlan, type RolloutPlan, watchRollout } from '@site/rollouts/watch.ts';
import { ProgressLine } from '../commands/ProgressLine.ts';
import type { CommandResult } from '../commands/print.ts';
import { releasedApp } from './knownApp.ts';
import { liveText } from './liveText.ts';
import { openTools } from './openTools.ts';
import { readBack } from './readBack.ts';
import type { ReleaseTools } from './serviceTools.ts';
import { promoteOptions, type SignedOptions, signingOptions } from './signedOptions.ts';

/** Milliseconds between two checks of the servers' reports. */
const watchInterval = 1_000;

/** Options of `site promote --share`. */
interface RolloutOptions extends SignedOptions {
  readonly watch?: true | undefined;
  /** How long each share lasts at least, in milliseconds. */
  readonly step?: number | undefined;
  readonly views?: number | undefined;
}

/** `site promote APP VERSION --share N% [--watch]`: shows a version to a share of the visitors, and takes it further or back. */
export async function rolloutCommand(
  name: string,
  version: string,
  share: number,
  options: RolloutOptions,
  opened?: ReleaseTools,
): Promise<CommandResult> {
  const app = releasedApp(name);
  const plan = planOf(options);
  const tools = opened ?? (await openTools(options));
  const { store, rollouts, signing } = tools;
  const signed = await promoteOptions(await signing(signingOptions(options)), tools);
  const pointer = await setRollout(store, app, { version, share }, signed);
  let notes = await readBack(tools, app, pointer);
  const result = (text: string) => ({ lines: [text, ...notes], data: pointer });
  if (!pointer.candidate) return result(await liveText(tools, app, version));
  if (!options.watch) return result(`${share} % of visitors get ${app}@${version}. \`list\` shows its progress.`);
  const line = new ProgressLine();
  const live = await watchRollout({
    ...signed,
    store,
    app,
    version,
    rollouts,
    plan,
    interval: watchInterval,
    onChange: async (next) => {
      notes = await readBack(tools, app, next);
    },
    onProgress: (seen) => {
      const { share: current, problem, doubt } = seen;
      if (!options.json) line.show(rolloutText(seen), [current, problem, doubt].join());
    },
  }).finally(() => line.end());
  return { lines: [await liveText(tools, app, version), ...notes], data: live };
}

/** The list's line about a version under rollout. */
export function rolloutText({
  version,
  share,
  since,
  candidate,
  live,
  problem,
  doubt,
  ...seen
}: ListedRollout): string {
  const failures = ({ threw, late, browserFailures }: ListedRollout['live']) => threw + late + browserFailures;
  const counts = `${candidate.views} views, ${failures(candidate)} failures (live: ${live.views}, ${failures(live)})`;
  const back = seen.takenBackBy > 0 ? `; taken back by ${seen.takenBackBy} of ${seen.servers} servers` : '';
  const waiting = doubt === undefined ? undefined : `it waits: ${doubt}`;
  const remark = problem ?? waiting;
  return `${version}  ${share} % of visitors since ${since}, ${counts}${back}${remark === undefined ? '' : `: ${remark}`}`;
}

const planOf = ({ step: time = defaultPlan.time, views = defaultPlan.views }: RolloutOptions): RolloutPlan => ({
  ...defaultPlan,
  time,
  views,
});
