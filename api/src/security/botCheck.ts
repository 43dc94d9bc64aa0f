import { limits as formLimits } from '@site/shared/contract/limits.ts';
import { Problem } from '../errors/Problem.ts';

/**
 * Refuses what only bots send: a form whose hidden field is filled in, or that was sent faster than anyone can type. A
 * browser may fill in the hidden field for a person, so the response says what to do. A form posted without scripts doesn't
 * say how long it took.
 *
 * @throws {Problem} `trap_filled` or `too_fast`
 */
export function assertNotBot(body: unknown): void {
  const { website, elapsed }: { website?: unknown; elapsed?: unknown } = Object(body);
  if (typeof website === 'string' && website !== '') throw new Problem(422, 'trap_filled');
  if (typeof elapsed === 'number' && elapsed < formLimits.contactFillTime)
    throw new Problem(429, 'too_fast', Math.ceil(formLimits.contactFillTime / 1000));
}
