import type { PreflightTask } from '@site/releases/operations/publish.ts';
import { releaseId } from '@site/releases/Release.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { fragmentScripts } from '@site/shared/contract/release.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { homePath } from '@site/shared/routes/path.ts';
import type { RenderJob } from '@site/shell/render/messages.ts';
import { wholeHtml } from '../outcome/holes.ts';
import { type Failure, isFailure, type Shown } from '../outcome/outcome.ts';
import type { RenderedView } from '../outcome/readOutcome.ts';
import type { RenderTask } from '../workers/RenderTask.ts';
import { assertRendered } from './assertPages.ts';

/**
 * Renders each fragment of a release in every language, without any values: pages may leave them out. A shell before version 1.3.0 shows
 * none.
 *
 * @param jobIn what a job in a language has besides
 * @throws {OperatorError} RELEASE-PREFLIGHT or RELEASE-CATALOGUE
 */
export async function assertFragments(
  { underTest, shell }: Pick<PreflightTask, 'underTest' | 'shell'>,
  jobIn: (language: (typeof languages)[number]) => Omit<RenderJob, 'request'>,
  render: (task: Omit<RenderTask, 'visitor'>) => Promise<Shown<RenderedView> | Failure>,
): Promise<void> {
  const { fragments = {}, name: remote } = underTest.manifest;
  if (!Object.hasOwn(shell.manifest.modules, fragmentScripts)) return;
  for (const [name, { module }] of Object.entries(fragments))
    for (const language of languages) {
      const page = `the fragment ${name}`;
      const request = { url: homePath(language), language };
      const job = { ...jobIn(language), request, fragment: { remote, module, props: {}, prefix: 'f' } };
      const outcome = await render({ job, shell, page, remote: underTest });
      const place = { page, url: `${page} in "${language}"`, language, module, remote: underTest, mayBeMissing: true };
      await assertRendered(shell, place, outcome);
      if (!isFailure(outcome) && wholeHtml(outcome.parts.html) === undefined)
        throw new OperatorError(
          'RELEASE-PREFLIGHT',
          `${place.url} (${module} of ${releaseId(underTest)}) has HTML that would end elements around it. Close what it opens, and nothing else.`,
        );
    }
}
