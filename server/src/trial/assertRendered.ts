import type { Release } from '@site/releases/Release.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { RenderOutcome } from '@site/shell/render/messages.ts';
import { releaseId } from '../render/titles.ts';
import type { TriedPath } from './pathsOfRemote.ts';

/**
 * Checks that a page of a release was rendered, with all its texts.
 *
 * @throws {OperatorError} RELEASE-TRIAL or RELEASE-CATALOGUE
 */
export function assertRendered(candidate: Release, { url, module }: TriedPath, outcome: RenderOutcome): void {
  const title = `${url} (${module} of ${releaseId(candidate)})`;
  if (outcome.kind === 'failed') throw new OperatorError('RELEASE-TRIAL', `${title} threw: ${outcome.message}`);
  if (outcome.kind !== 'view' || outcome.status !== 200) {
    const answer = outcome.kind === 'view' ? `status ${outcome.status}` : outcome.kind;
    throw new OperatorError(
      'RELEASE-TRIAL',
      `${title} was answered with ${answer} instead of the page. A shell that knows the route must be live.`,
    );
  }
  if (outcome.missingTexts.length > 0) {
    throw new OperatorError(
      'RELEASE-CATALOGUE',
      `${title} shows texts that are in no catalogue, or values that nobody gives: ${outcome.missingTexts.join(', ')}.`,
    );
  }
}
