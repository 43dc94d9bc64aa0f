import { readFile } from 'node:fs/promises';
import { liveProposals } from '@site/releases/operations/proposedRoutes.ts';
import { setPolicy } from '@site/releases/operations/setPolicy.ts';
import { readPolicy } from '@site/releases/policy.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { composeTable } from '@site/shared/routes/composeTable.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import type { Command } from './commands.ts';
import { openTools } from './openTools.ts';

/** Prints the route policy of the store, or replaces it by that of a file. */
export const policyCommand: Command = {
  words: ['[FILE]'],
  options: ['key', 'to'],
  run: async ([file], options) => {
    const { store, signing, policy: otherwise = openPolicy } = await openTools(options);
    if (!file) {
      const { signature: _, ...policy } = (await store.policy()) ?? { ...otherwise, signature: undefined };
      return { text: JSON.stringify(policy, null, 2), data: policy };
    }
    const policy = readPolicy(await readText(file), file);
    const { pointers, trust } = await signing({ key: options.key });
    await setPolicy(store, policy, { key: pointers?.key, trust });
    const { problems } = composeTable(policy, await liveProposals(store));
    const leftOut = problems.map(({ message }) => `  ${message}`);
    const text = [
      'The route policy is in force.',
      ...(leftOut.length > 0 ? ['Live pages that it leaves out:', ...leftOut] : []),
    ];
    return { text: text.join('\n'), data: policy };
  },
};

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError('RELEASE-POLICY', `${file} can’t be read: ${reason}. Name another file.`, error);
  }
}
