import { onlyRemote, remotes, shell } from '@site/bundling/project.ts';
import { languagesWithoutHome, noHomePage } from '@site/releases/homePage.ts';
import { list } from '@site/releases/operations/list.ts';
import { proposalOf } from '@site/releases/proposals.ts';
import { composeTable } from '@site/shared/routes/composeTable.ts';
import { namedRemotes } from '@site/shared/routes/policy.ts';
import type { CommandResult } from '../commands/print.ts';
import { misfitOf } from '../dev/liveShell.ts';
import { liveLacks, readLive } from '../release/liveLacks.ts';
import { liveManifest } from '../release/liveManifest.ts';
import { type CommandStore, openTools } from '../release/openTools.ts';
import type { ReleaseTools } from '../release/serviceTools.ts';
import { expiries } from './expiries.ts';
import { about, type Finding } from './Finding.ts';

/** What the doctor found, and whether anything needs action. */
export interface Diagnosis extends CommandResult {
  readonly isWell: boolean;
}

/** `site doctor`: what the live shell provides, what live releases lack of each other, what visitors' browsers reported, and what expires. */
export async function doctorCommand(options: CommandStore): Promise<Diagnosis> {
  const tools = await openTools(options);
  const findings = [
    ...(await siteFindings(tools)),
    ...(await pageFindings(tools)),
    ...(await teamFindings(tools)),
    ...(await visitorFindings(tools)),
    ...(await expiries(tools, options.key)),
  ];
  const sections = [...Map.groupBy(findings, (finding) => finding.about)].flatMap(([subject, group]) => [
    headings[subject],
    ...group.flatMap(({ text, details = [], isProblem }) => [
      `${isProblem ? '  ✗ ' : '    '}${text}`,
      ...details.map((detail) => `      ${detail}`),
    ]),
    '',
  ]);
  const problems = findings.filter(({ isProblem }) => isProblem).length;
  const verdict = problems === 0 ? 'All is well.' : `${problems} to look at: the lines with ✗.`;
  return { lines: [...sections, verdict], data: findings, isWell: problems === 0 };
}

const headings: Readonly<Record<Finding['about'], string>> = {
  site: 'The site',
  teams: 'Fragments and events of several teams',
  visitors: 'Visitors’ browsers, and servers',
  expires: 'What expires',
};

/** What the live shell provides, and whether the sources here fit it. */
async function siteFindings({ store }: ReleaseTools): Promise<readonly Finding[]> {
  const { fine, problem } = about('site');
  const live = await liveManifest(store, shell);
  if (!live) return [problem(`No shell is live in ${store.location}.`)];
  const provided = Object.entries(live.singletons).map(([name, version]) => `${name} ${version}`);
  const contracts = (live.contracts ?? [live.contract]).join(' and ');
  return [
    fine(`${shell}@${live.version} provides contract ${contracts}, ${provided.join(', ')}`),
    ...remotes.map((remote) => {
      const misfit = misfitOf(remote, live);
      return misfit ? problem(misfit.message) : fine(`the sources of ${remote} fit it`);
    }),
  ];
}

/** What visitors miss of the whole site, for its owner: a home page, and remotes that the policy names and that nobody has released. */
async function pageFindings(tools: ReleaseTools): Promise<readonly Finding[]> {
  const { fine, problem } = about('site');
  if (onlyRemote !== undefined) return [];
  const { policy, live } = await readLive(tools);
  const missing = languagesWithoutHome(composeTable(policy, live.map(proposalOf)).routes);
  const absent = namedRemotes(policy).filter((name) => !live.some((remote) => remote.name === name));
  return [
    missing.length > 0 ? problem(noHomePage(missing)) : fine('every language has a home page'),
    ...absent.map((name) =>
      problem(
        `The route policy names ${name}, of which nothing is live: its pages are the 404 page. Release it, or take it out of the policy.`,
      ),
    ),
  ];
}

/** What live releases lack of each other: in a remote's own repository, what that remote lacks. */
async function teamFindings(tools: ReleaseTools): Promise<readonly Finding[]> {
  const { fine, problem } = about('teams');
  const all = await liveLacks(tools);
  if (!all) return [];
  const lacks = all.filter(({ app }) => onlyRemote === undefined || app === onlyRemote);
  return lacks.length > 0
    ? lacks.map(({ text }) => problem(text))
    : [fine('what is live has all that it uses of others')];
}

/** What servers and browsers found wrong with what visitors see. */
async function visitorFindings({ store, faults, site, reports, isPublic }: ReleaseTools): Promise<readonly Finding[]> {
  const { fine, problem } = about('visitors');
  if (await isPublic?.()) return [problem('Only teams see it: give your key, with --key FILE or RELEASE_KEY.')];
  if (!(await site())) return [fine(`No running site reports to ${reports ?? store.location}.`)];
  const listed = (await list(store, faults)).filter(({ app }) => onlyRemote === undefined || app === onlyRemote);
  const findings = listed.flatMap(({ app, candidate, versions }) => {
    const shown = versions.filter(({ version, state }) => state === 'live' || version === candidate?.version);
    return shown.flatMap(({ version, faults: found }) =>
      found.map(({ code, module, message, at }) => {
        const [first = '', ...others] = message.split('\n');
        const about = `${app}@${version}: ${code}${module ? ` ${module}` : ''}`;
        return problem(`${about}, ${at}: ${first}`, others);
      }),
    );
  });
  return findings.length > 0 ? findings : [fine('nothing is reported about what is live')];
}
