import { posix } from 'node:path';
import type { PageTexts } from '@site/releases/neededTexts.ts';
import { describeRemote } from '../../bundles/remote.ts';
import { shell, sourcesOf } from '../../project.ts';
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
