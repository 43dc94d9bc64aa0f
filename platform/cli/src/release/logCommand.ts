import type { LogAct } from '@site/releases/history/acts.ts';
import type { LogEntry } from '@site/releases/history/RecordHistory.ts';
import { type LogPage, readLog } from '@site/releases/history/readLog.ts';
import type { LogSigner } from '@site/releases/history/signatureFinding.ts';
import { storePath } from '@site/releases/names.ts';
import { ServiceStore } from '@site/releases/store/ServiceStore.ts';
import type { CommandResult } from '../commands/print.ts';
import { releasedApp } from './knownApp.ts';
import { type CommandStore, openTools } from './openTools.ts';

/** Options of `site log`. */
interface LogOptions extends CommandStore {
  readonly page?: number | undefined;
}

/** As many lines as a terminal shows at once. */
const onPage = 50;

/**
 * `site log [APP]`: who did what, with which key.
 *
 * @param subject the app, or the path of the route policy; all without one
 */
export async function logCommand(
  subject: string | undefined,
  { page, ...options }: LogOptions,
): Promise<CommandResult> {
  const named = subject === undefined || subject === storePath.policy ? subject : releasedApp(subject);
  const { store, trust } = await openTools(options);
  const asked = { ...(named !== undefined && { subject: named }), ...(page !== undefined && { page }) };
  const log =
    store instanceof ServiceStore
      ? await store.log(asked)
      : await readLog({ store, trust: await trust() }, { ...asked, maySee: () => true, onPage });
  return { lines: linesOf(log), data: log };
}

function linesOf({ entries, page, pages, isCut }: LogPage): readonly string[] {
  if (entries.length === 0) return ['Nothing is known yet: the log begins with the first signed change.'];
  return [
    ...entries.flatMap(entryLines),
    ...isCut.map((subject) => `There is more of ${subject} than can be listed: run “npx site prune”.`),
    ...(pages > 1 ? [`Page ${page} of ${pages}. The next one: --page ${Math.min(page + 1, pages)}`] : []),
  ];
}

function entryLines({ at, subject, act, signer, problem, isSetBack, hasGap, earlier }: LogEntry): readonly string[] {
  const by = signer ? `  ${signerText(signer)}` : act ? '  not signed' : '';
  const before = earlier.map(({ version, since }) => `${version} (${since})`).join(', ');
  return [
    `${at}  ${subject}  ${act ? actText(act) : 'can’t be read'}${by}`,
    ...(problem === undefined ? [] : [`    NOT VERIFIED ${problem}`]),
    ...(isSetBack ? ['    In force, although a later record was before: it was put back, or a clock was wrong.'] : []),
    ...(hasGap ? ['    Before it, at least one record is missing.'] : []),
    ...(before === '' ? [] : [`    Live before, by whom isn’t known: ${before}`]),
  ];
}

const standings: Readonly<Record<LogSigner['standing'], (key: string) => string>> = {
  trusted: () => '',
  ended: (key) => ` (${key}, no longer trusted)`,
  untrusted: () => ' (not trusted for it, any more or ever)',
  unknown: () => ' (TRUSTED_KEYS isn’t known here)',
};

const signerText = ({ key, name = key, standing }: LogSigner): string => `key ${name}${standings[standing](key)}`;

const actTexts: Readonly<Record<LogAct['kind'], (act: LogAct) => string>> = {
  live: ({ version, before }) => `${version} went live${before === undefined ? '' : `, after ${before}`}`,
  back: ({ version, before }) => `back to ${version}; ${before} is given up`,
  rollout: ({ version, share }) => `${version} went to ${share} % of visitors`,
  share: ({ version, share, shareBefore }) => `${version} went from ${shareBefore} to ${share} % of visitors`,
  completed: ({ version, before }) => `${version} went from a share of visitors to all, after ${before}`,
  ended: ({ version }) => `the rollout of ${version} ended: nobody gets it any more`,
  renewed: ({ version }) => `signed again${version === undefined ? '' : `, with ${version}`}`,
  named: ({ version }) => `signed, with ${version} as the live version`,
  frozen: () => 'frozen: nothing new goes live',
  lifted: () => 'no longer frozen',
  policy: ({ changed }) => `policy set${changed === undefined ? '' : `: ${changed.join(', ')}`}`,
};

const actText = (act: LogAct): string => actTexts[act.kind](act);
