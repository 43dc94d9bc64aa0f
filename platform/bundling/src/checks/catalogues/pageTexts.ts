import { posix } from 'node:path';
import type { PageTexts } from '@site/releases/neededTexts.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { describeRemote } from '../../bundles/remote.ts';
import { declaredForms } from '../../declaredForms.ts';
import { declaredPages } from '../../declaredPages.ts';
import { shell, sourceFolder, sourcesOf } from '../../project.ts';
import { parse, readFiles } from '../sources.ts';
import { listedSections } from './usedMessages.ts';

/** A remote's pages, with the sections that each shows. None while `remote.ts` can't be read: the build says why. */
export async function pageTexts(app: string): Promise<readonly PageTexts[]> {
  if (app === shell) return [];
  const { pages } = await describeRemote(app).catch(() => ({ pages: {} }));
  return Object.entries(pages).map(([name, { source, languages: some }]) => {
    const file = posix.join(sourcesOf(app), source);
    const page = parse(readFiles(file)).get(file);
    return { name, ...(some && { languages: some }), sections: page ? listedSections(page) : [] };
  });
}

/** Why the build would refuse what remotes declare of their pages and forms. */
export async function declarationProblems(all: readonly string[]): Promise<readonly string[]> {
  const found = all
    .filter((app) => app !== shell)
    .map(async (app) => {
      try {
        await declaredPages(app, sourceFolder(app));
        const { forms, pages } = await describeRemote(app);
        if (forms) await declaredForms(app, { forms, pages });
        return [];
      } catch (error) {
        if (error instanceof OperatorError) return [error.message];
        throw error;
      }
    });
  return (await Promise.all(found)).flat();
}
