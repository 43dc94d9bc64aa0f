import type { ListedApp, ListedVersion } from '@site/releases/operations/list.ts';

/** The list of releases for people. */
export function listText(apps: readonly ListedApp[], location: string): string {
  if (apps.length === 0) return `There are no releases in ${location}.`;
  return apps.map(appText).join('\n\n');
}

const appText = ({ app, problem, versions }: ListedApp): string =>
  [app, ...(problem ? [`  ${problem}`] : []), ...versions.map(versionText)].join('\n');

function versionText({ version, state, published, commit, since, faults }: ListedVersion): string {
  const when = since ? `live since ${since}` : `published ${published}`;
  const health = faults.length === 0 ? 'healthy' : 'FAULTY';
  const line = `  ${state === 'live' ? '●' : ' '} ${version}  ${state.padEnd(9)}  ${when}  ${commit ?? 'no commit'}  ${health}`;
  const notes = faults.map(
    ({ module, code, message, at }) => `      ${at} ${code}${module ? ` ${module}` : ''}: ${message}`,
  );
  return [line, ...notes].join('\n');
}
