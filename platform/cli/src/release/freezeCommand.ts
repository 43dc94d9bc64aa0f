import { freezeText, frozenPolicy, liftedPolicy } from '@site/releases/freeze.ts';
import { storePath } from '@site/releases/names.ts';
import { statedPolicy } from '@site/releases/operations/assertNotFrozen.ts';
import { replacePolicy } from '@site/releases/operations/setRecord.ts';
import { pointerOf } from '@site/releases/pointer.ts';
import type { WritableStore } from '@site/releases/store/ReleaseStore.ts';
import { unlessDamaged } from '@site/releases/store/storeFailure.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import type { CommandResult } from '../commands/print.ts';
import { openTools } from './openTools.ts';
import { readBack } from './readBack.ts';
import { promoteOptions, type SignedOptions, signingOptions } from './signedOptions.ts';

/** Options of `site freeze`. */
interface FreezeOptions extends SignedOptions {
  /** Whether versions go live again. */
  readonly lift?: true | undefined;
}

/**
 * `site freeze [REASON]`: from now on nothing new goes live, until `site freeze --lift`.
 *
 * @throws {OperatorError} RELEASE-POLICY when the reason is too long, else as `replacePolicy`
 */
export async function freezeCommand(reason: string, options: FreezeOptions): Promise<CommandResult> {
  const tools = await openTools(options);
  const { store, signing, policy: otherwise = openPolicy } = tools;
  const signed = await promoteOptions(await signing(signingOptions(options)), tools);
  // The owner, in a hurry, must not sign a policy that someone else has written.
  const seen = await statedPolicy(store, signed.trust);
  const { signature: _, ...current } = { signature: undefined, ...(seen ?? otherwise) };
  if (options.lift && !current.frozen) return { lines: ['The site isn’t frozen.'], data: current };
  const policy = options.lift ? liftedPolicy(current) : frozenPolicy(current, reason);
  const notes = await readBack(tools, storePath.policy, await replacePolicy(store, policy, seen, signed));
  const { frozen } = policy;
  const lines = frozen
    ? [
        `Nothing new goes live ${freezeText(frozen)}. What is live can still be taken back: npx site rollback APP`,
        ...(await waitingRollouts(store)),
        'To lift that: npx site freeze --lift',
      ]
    : ['Versions go live again: promote those that wait.', ...(await waitingRollouts(store, 'may go on from'))];
  return { lines: [...lines, ...notes], data: policy };
}

/** A line for each rollout, which visitors keep. */
async function waitingRollouts(store: WritableStore, verb = 'stays at'): Promise<readonly string[]> {
  const lines = (await store.apps()).map(async (app) => {
    const { candidate } = (await unlessDamaged(store.read(pointerOf(app)))) ?? {};
    return candidate ? [`  ${app}@${candidate.version} ${verb} ${candidate.share} % of visitors.`] : [];
  });
  return (await Promise.all(lines)).flat();
}
