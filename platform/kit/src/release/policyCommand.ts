import { readFile } from 'node:fs/promises';
import { storePath } from '@site/releases/names.ts';
import { liveProposals } from '@site/releases/operations/proposedRoutes.ts';
import { setPolicy } from '@site/releases/operations/setPolicy.ts';
import { readPolicy } from '@site/releases/policy.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { composeTable } from '@site/shared/routes/composeTable.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import type { CommandResult } from '../site/print.ts';
import { openTools } from './openTools.ts';
import { readBack } from './readBack.ts';
import { promoteOptions, type SignedOptions, signingOptions } from './signedOptions.ts';

/** `site policy [FILE]`: prints the route policy of the store, or replaces it with that of a file. */
export async function policyCommand(file: string | undefined, options: SignedOptions): Promise<CommandResult> {
  const tools = await openTools(options);
  const { store, signing, policy: defaultPolicy = openPolicy } = tools;
  if (!file) {
    const { signature: _, ...policy } = (await store.policy()) ?? { ...defaultPolicy, signature: undefined };
    return { text: JSON.stringify(policy, null, 2), data: policy };
  }
  const policy = readPolicy(await readText(file), file);
  const set = await setPolicy(store, policy, await promoteOptions(await signing(signingOptions(options))));
  const notes = await readBack(tools, storePath.policy, set);
  const { problems } = composeTable(policy, await liveProposals(store));
  const leftOut = problems.map(({ message }) => `  ${message}`);
  const text = [
    'The route policy is in force.',
    ...(leftOut.length > 0 ? ['Live pages that it leaves out:', ...leftOut] : []),
    ...notes,
  ];
  return { text: text.join('\n'), data: policy };
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError('RELEASE-POLICY', `${file} can’t be read: ${reason}. Name another file.`, error);
  }
}
