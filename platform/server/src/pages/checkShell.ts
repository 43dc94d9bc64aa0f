import type { ReleaseSet } from '@site/releases/Release.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { composeTable, routesIn } from '@site/shared/routes/composeTable.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import type { Failure } from '../failure/Failure.ts';
import { WorkerLostError } from '../render/Jobs.ts';
import type { RenderOutcome } from '../render/outcome.ts';
import type { RenderTask } from '../render/RenderTask.ts';
import { pageDocument } from './document.ts';
import { inlineScriptsOf } from './inlineFiles.ts';
import { rootDocument } from './rootDocument.ts';

const { routes: noRoutes } = composeTable(openPolicy, []);

/** An address that no page has, in any language. */
const noPage = '-';

/**
 * Checks a shell without any remote: whether it renders its 404 page in every language, and has what documents are made of.
 * A page that fails with a shell that passes is its remote's fault, unless an earlier shell renders it.
 *
 * @returns how it fails; undefined when it works
 * @throws {RefusedError} when the renderer has too much to do
 */
export async function checkShell(
  { shell }: Pick<ReleaseSet, 'shell'>,
  render: (task: RenderTask) => Promise<RenderOutcome>,
  origin: string,
): Promise<Failure | undefined> {
  try {
    for (const language of languages) {
      const job = {
        request: { url: `/${language}/${noPage}`, language },
        origin,
        registry: {},
        routes: routesIn(language, noRoutes),
      };
      const outcome = await render({ job, shell, page: undefined, remote: undefined, visitor: { address: '' } });
      if (outcome.kind !== 'view') return outcome;
      pageDocument(outcome.parts, { shell, remotes: new Map(), inline: inlineScriptsOf(shell), mode: undefined });
    }
    rootDocument(shell, origin);
    return undefined;
  } catch (error) {
    if (error instanceof WorkerLostError) return { kind: 'late', message: error.message };
    throw error;
  }
}
