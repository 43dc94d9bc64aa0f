import { readFile } from 'node:fs/promises';
import { storePath } from '@site/releases/names.ts';
import { liveProposals } from '@site/releases/operations/proposedRoutes.ts';
import { setPolicy } from '@site/releases/operations/setPolicy.ts';
import { readPolicy } from '@site/releases/policy.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { type ComposedRoutes, composeTable } from '@site/shared/routes/composeTable.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import type { CommandResult } from '../site/print.ts';
import { openTools } from './openTools.ts';
import { readBack } from './readBack.ts';
import { promoteOptions, type SignedOptions, signingOptions } from './signedOptions.ts';

/** Options of `site policy FILE`. */
interface PolicyOptions extends SignedOptions {
  /** Whether live pages may go. */
  readonly yes?: true | undefined;
}

/**
 * `site policy [FILE]`: prints the route policy of the store, or replaces it by that of a file, and says what that changes.
 *
 * @throws {OperatorError} RELEASE-LOSS when live pages would go, and nobody has said that they may
 */
export async function policyCommand(file: string | undefined, options: PolicyOptions): Promise<CommandResult> {
  const tools = await openTools(options);
  const { store, signing, policy: otherwise = openPolicy } = tools;
  const { signature: _, ...current } = (await store.policy()) ?? { ...otherwise, signature: undefined };
  if (!file) return { text: JSON.stringify(current, null, 2), data: current };
  const policy = readPolicy(await readText(file), file);
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
    ...changed('Pages', addressesOf(before), addressesOf(after)),
    ...changed('Menu', before.routes.menu, after.routes.menu),
    ...changed('Footer', footerOf(before), footerOf(after)),
    ...notes,
  ];
  return { text: text.join('\n'), data: policy };
}

/** Every address with the remote that has it, such as `/en/events (events)`. */
const addressesOf = ({ routes }: ComposedRoutes): readonly string[] =>
  Object.values(routes.pages).flatMap(({ paths, remote }) =>
    languages.map((language) => `/${language}${paths[language] && `/${paths[language]}`} (${remote})`),
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

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError('RELEASE-POLICY', `${file} can’t be read: ${reason}. Name another file.`, error);
  }
}
