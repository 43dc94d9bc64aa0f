import { randomUUID } from 'node:crypto';
import { RefusedError } from './channels/post.ts';
import { noticeLimits } from './limits.ts';
import { type SendingSettings, sendingOf } from './openNotices.ts';
import type { Target } from './settings.ts';
import { tell } from './tell.ts';

/** How a test notice fared. */
export interface TriedTarget {
  /** Its kind and host: the address is secret. */
  readonly name: string;
  readonly arrived: boolean;
  /** What came back, or why nothing did. */
  readonly answer: string;
}

/** Sends each target a test notice. */
export async function tryNotices(
  targets: readonly Target[],
  site: string,
  settings: SendingSettings,
): Promise<readonly TriedTarget[]> {
  const options = { ...sendingOf(settings), site };
  return await Promise.all(
    targets.map(async (target): Promise<TriedTarget> => {
      const notice = { kind: 'try', app: 'site', values: {}, id: randomUUID(), at: new Date().toISOString() } as const;
      try {
        const answer = await tell(target, notice, options, AbortSignal.timeout(noticeLimits.request));
        return { name: target.name, arrived: true, answer };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return { name: target.name, arrived: false, answer: `${reason}${saidBy(error)}` };
      }
    }),
  );
}

const saidBy = (error: unknown): string => (error instanceof RefusedError && error.answer ? ` (${error.answer})` : '');
