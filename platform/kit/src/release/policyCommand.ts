import { readFile } from 'node:fs/promises';
import { storePath } from '@site/releases/names.ts';
import { liveProposals } from '@site/releases/operations/proposedRoutes.ts';
import { setPolicy } from '@site/releases/operations/setPolicy.ts';
import { readPolicy } from '@site/releases/policy.ts';
import { type PolicyRequest, readPolicyRequest, withRequest } from '@site/releases/policyRequest.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { type ComposedRoutes, composeTable } from '@site/shared/routes/composeTable.ts';
import { openPolicy, type RoutePolicy } from '@site/shared/routes/policy.ts';
import { isIn } from '@site/shared/routes/table.ts';
import type { CommandResult } from '../site/print.ts';
import { openTools } from './openTools.ts';
import { readBack } from './readBack.ts';
import { promoteOptions, type SignedOptions, signingOptions } from './signedOptions.ts';

/** Options of `site policy FILE`. */
interface PolicyOptions extends SignedOptions {
  /** Whether live pages may go. */
  readonly yes?: true | undefined;
  /** A file that `site request` has written. */
  readonly request?: string | undefined;
}

/**
 * `site policy [FILE]`: prints the route policy of the store, replaces it with a file's, or adds what a request asks for; says
 * what that changes.
 *
 * @throws {OperatorError} RELEASE-LOSS when live pages would go, and nobody has said that they may
 */
export async function policyCommand(file: string | undefined, options: PolicyOptions): Promise<CommandResult> {
  const tools = await openTools(options);
  const { store, signing, policy: otherwise = openPolicy } = tools;
  const { signature: _, ...current } = (await store.policy()) ?? { ...otherwise, signature: undefined };
  const { request } = options;
  if (!file && !request) return { text: JSON.stringify(current, null, 2), data: current };
  const policy = file ? readPolicy(await readText(file), file) : withRequest(current, await readRequest(request ?? ''));
  const proposals = await liveProposals(store);
  const [before, after] = [composeTable(current, proposals), composeTable(policy, proposals)];
  const lost = addressesOf(before).filter((page) => !addressesOf(after).includes(page));
  if (lost.length > 0 && !options.yes)
    throw new OperatorError(
      'RELEASE-LOSS',
      `Live pages would go: ${lost.join(', ')}. ${reasonsOf(after)}Nothing was changed. If they should go, add --yes.`,
    );
  const set = await setPolicy(store, policy, await promoteOptions(await signing(signingOptions(options))));
  const notes = await readBack(tools, storePath.policy, set);
  const text = [
    'The route policy is in force.',
    ...(request ? changedClaims(current, policy) : []),
    ...changed('Pages', addressesOf(before), addressesOf(after)),
    ...changed('Menu', before.routes.menu, after.routes.menu),
    ...changed('Footer', footerOf(before), footerOf(after)),
    ...notes,
  ];
  return { text: text.join('\n'), data: policy };
}

/** Every address with the remote that has it, such as `/en/events (events)`. */
const addressesOf = ({ routes }: ComposedRoutes): readonly string[] =>
  Object.values(routes.pages).flatMap((page) =>
    languages
      .filter((language) => isIn(page, language))
      .map((language) => `/${language}${page.paths[language] && `/${page.paths[language]}`} (${page.remote})`),
  );

const footerOf = ({ routes }: ComposedRoutes): readonly string[] => Object.values(routes.footer).flat();

/** Why pages aren't in the table. */
const reasonsOf = ({ problems }: ComposedRoutes): string => problems.map(({ message }) => `${message} `).join('');

/** One line about what goes and what comes; none when nothing does. */
function changed(what: string, before: readonly string[], after: readonly string[]): string[] {
  const gone = before.filter((one) => !after.includes(one)).map((one) => `−${one}`);
  const added = after.filter((one) => !before.includes(one)).map((one) => `+${one}`);
  return gone.length + added.length > 0 ? [`  ${what}: ${[...gone, ...added].join(', ')}`] : [];
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
