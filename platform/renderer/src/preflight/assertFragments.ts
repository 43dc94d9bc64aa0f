import type { PreflightTask } from '@site/releases/operations/publish.ts';
import { type Release, releaseId } from '@site/releases/Release.ts';
import type { FragmentValues } from '@site/shared/contract/fragment.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { fragmentScripts } from '@site/shared/contract/release.ts';
import { type Language, languages } from '@site/shared/i18n/languages.ts';
import { homePath } from '@site/shared/routes/path.ts';
import type { FragmentHole, RenderJob } from '@site/shell/render/messages.ts';
import { wholeHtml } from '../outcome/holes.ts';
import { type Failure, isFailure, type Shown } from '../outcome/outcome.ts';
import type { RenderedView } from '../outcome/readOutcome.ts';
import type { RenderTask } from '../workers/RenderTask.ts';
import { assertRendered } from './assertPages.ts';

/** A fragment to render: in each language without any values, which pages may leave out, and as pages of others show it. */
export interface TriedFragment {
  readonly name: string;
  readonly language: Language;
  readonly props: FragmentValues;
  /** The address of a page that shows it like that. */
  readonly shownAt?: string;
}

/** Each fragment of a release in every language, without values. */
export const fragmentsAlone = ({ manifest }: Release): readonly TriedFragment[] =>
  Object.keys(manifest.fragments ?? {}).flatMap((name) => languages.map((language) => ({ name, language, props: {} })));

/** The fragments of a release as pages of others show them. Where several give one the same values, the first page stands for all. */
export function fragmentsIn(
  pages: readonly { readonly url: string; readonly language: Language; readonly holes: readonly FragmentHole[] }[],
  { manifest: { fragments = {} } }: Release,
): readonly TriedFragment[] {
  const shown = pages.flatMap(({ url, language, holes }) =>
    holes
      .filter(({ name }) => Object.hasOwn(fragments, name))
      .map(({ name, props }) => ({ name, language, props, shownAt: url })),
  );
  const like = ({ name, language, props }: TriedFragment) => JSON.stringify([name, language, props]);
  return [...Map.groupBy(shown, like).values()].flatMap(([first]) => first ?? []);
}

/**
 * Renders fragments of a release. A shell before version 1.3.0 shows none.
 *
 * @param jobIn what a job in a language has besides
 * @throws {OperatorError} RELEASE-PREFLIGHT or RELEASE-CATALOGUE
 */
export async function assertFragments(
  { underTest, shell }: Pick<PreflightTask, 'underTest' | 'shell'>,
  tried: readonly TriedFragment[],
  jobIn: (language: Language) => Omit<RenderJob, 'request'>,
  render: (task: Omit<RenderTask, 'visitor'>) => Promise<Shown<RenderedView> | Failure>,
): Promise<void> {
  const { fragments = {}, name: remote } = underTest.manifest;
  if (!Object.hasOwn(shell.manifest.modules, fragmentScripts)) return;
  for (const { name, language, props, shownAt } of tried) {
    const module = fragments[name]?.module ?? '';
    const page = `the fragment ${name}`;
    const request = { url: homePath(language), language };
    const job = { ...jobIn(language), request, fragment: { remote, module, props, prefix: 'f' } };
    const outcome = await render({ job, shell, page, remote: underTest });
    const url = shownAt === undefined ? `${page} in "${language}"` : `${page} as ${shownAt} shows it`;
    await assertRendered(shell, { page, url, language, module, remote: underTest, mayBeMissing: true }, outcome);
    if (!isFailure(outcome) && wholeHtml(outcome.parts.html) === undefined)
      throw new OperatorError(
        'RELEASE-PREFLIGHT',
        `${url} (${module} of ${releaseId(underTest)}) has HTML that would end elements around it. Close what it opens, and nothing else.`,
      );
  }
}
