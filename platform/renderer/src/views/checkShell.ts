import type { ReleaseSet } from '@site/releases/Release.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { composeTable, routesIn } from '@site/shared/routes/composeTable.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { pageDocument } from '../documents/document.ts';
import { inlineScriptsOf } from '../documents/inlineFiles.ts';
import { rootDocument } from '../documents/rootDocument.ts';
import { type Failure, isShown, type Outcome, type Refused } from '../outcome/outcome.ts';
import type { RenderedView } from '../outcome/readOutcome.ts';
import type { RenderTask } from '../workers/RenderTask.ts';

const { routes: noRoutes } = composeTable(openPolicy, []);

/** An address that no page has, in any language. */
const noPage = '-';

/**
 * Checks a shell without any remote: whether it renders its 404 page in every language, and has what documents are made of.
 * A page that fails with a shell that passes is its remote's fault, unless an earlier shell renders it.
 *
 * @returns how it fails, or that the renderer has too much to do; undefined when it works
 */
export async function checkShell(
  { shell }: Pick<ReleaseSet, 'shell'>,
  render: (task: RenderTask) => Promise<Outcome<RenderedView>>,
  origin: string,
): Promise<Failure | Refused | undefined> {
  for (const language of languages) {
    const job = {
      request: { url: `/${language}/${noPage}`, language },
      origin,
      registry: {},
      routes: routesIn(language, noRoutes),
    };
    const outcome = await render({ job, shell, page: undefined, remote: undefined, visitor: { address: '' } });
    if (!isShown(outcome)) return outcome;
    pageDocument(outcome.parts, { shell, remotes: new Map(), inline: inlineScriptsOf(shell), mode: undefined });
  }
  rootDocument(shell, origin);
  return undefined;
}
