import type { ListedRollout } from '@site/releases/operations/list.ts';
import { promoteStep } from '@site/releases/operations/steps.ts';
import { defaultPlan, type RolloutPlan, watchSteps } from '@site/releases/operations/watch.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { type CommandOptions, type CommandResult, count, promoteOptions, signingOptions } from './commandOptions.ts';
import { openTools } from './openTools.ts';

const minute = 60_000;

/** Milliseconds between two looks at what servers report. */
const watchInterval = 1_000;

/** `promote APP VERSION --share N% [--watch]`: shows a version to a share of the visitors, and takes it further or back. */
export async function promoteInSteps(
  app: string,
  version: string,
  shareText: string,
  options: CommandOptions,
): Promise<CommandResult> {
  const share = readShare(shareText);
  const plan = readPlan(options);
  const { store, rollouts, signing } = await openTools(options);
  const signed = promoteOptions(await signing(signingOptions(options)));
  const pointer = await promoteStep(store, app, { version, share }, signed);
  if (!pointer.candidate) return { text: `${app}@${version} is live.`, data: pointer };
  if (!options.watch)
    return { text: `${share} % of visitors get ${app}@${version}. \`list\` shows how it does.`, data: pointer };
  let said = '';
  const live = await watchSteps({
    ...signed,
    store,
    app,
    version,
    rollouts,
    plan,
    interval: watchInterval,
    onProgress: (seen) => {
      const text = rolloutText(seen);
      if (text !== said && !options.json) console.error(`… ${text}`);
      said = text;
    },
  });
  return { text: `${app}@${version} is live.`, data: live };
}

/** A line of the list about a version that goes live in steps. */
export function rolloutText({ version, share, since, candidate, live, problem, ...seen }: ListedRollout): string {
  const failures = ({ threw, late, browserFailures }: ListedRollout['live']) => threw + late + browserFailures;
  const counts = `${candidate.views} views, ${failures(candidate)} failures (live: ${live.views}, ${failures(live)})`;
  const back = seen.takenBackBy > 0 ? `; taken back by ${seen.takenBackBy} of ${seen.servers} servers` : '';
  return `${version}  ${share} % of visitors since ${since}, ${counts}${back}${problem === undefined ? '' : `: ${problem}`}`;
}

function readShare(text: string): number {
  const [, digits] = /^(\d{1,3}) ?%?$/.exec(text) ?? [];
  const share = Number(digits);
  if (share >= 1 && share <= 100) return share;
  throw new OperatorError('RELEASE-USAGE', `--share must be from 1% to 100%, not "${text}".`);
}

const readPlan = ({ step, views }: CommandOptions): RolloutPlan => ({
  ...defaultPlan,
  ...(step !== undefined && { time: minutes(step) }),
  ...(views !== undefined && { views: count(views, '--views') }),
});

function minutes(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && Number.isFinite(value)) return value * minute;
  throw new OperatorError('RELEASE-USAGE', `--step must be a number of minutes, not "${text}".`);
}
