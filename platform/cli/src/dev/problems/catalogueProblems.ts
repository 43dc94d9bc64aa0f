import { parseMessages } from '@site/bundling/checks/catalogues/messages.ts';
import { pageTexts } from '@site/bundling/checks/catalogues/pageTexts.ts';
import { catalogueFolder } from '@site/bundling/project.ts';
import { isNeeded } from '@site/releases/neededTexts.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { type DeveloperProblem, linesOf, problemAt } from './Problems.ts';

/** The texts that an app needs in one of its languages and lacks there. Catalogues that can't be read are left to the compiler. */
export async function catalogueProblems(app: string): Promise<DeveloperProblem[]> {
  const pages = await pageTexts(app);
  const catalogues = languages.map((language) => {
    const file = `${catalogueFolder(app)}/${language}.json`;
    const lines = linesOf(file) ?? [];
    return { language, file, lines, keys: keysOf(file, lines.join('\n')) };
  });
  if (catalogues.some(({ keys }) => !keys)) return [];
  const all = new Set(catalogues.flatMap(({ keys }) => keys ?? []));
  return catalogues.flatMap(({ language, file, lines, keys }) => {
    const missing = [...all].filter((key) => !keys?.includes(key) && isNeeded(key, language, pages));
    return missing.map((key) => {
      const place = { file, line: lineOf(key, lines), column: 0 };
      return problemAt(place, {
        title: `${app} has no text for a key`,
        message: `"${key}" is missing in "${language}".`,
      });
    });
  });
}

function keysOf(file: string, json: string): readonly string[] | undefined {
  const texts = parseMessages(file, json);
  return typeof texts === 'string' ? undefined : [...texts.keys()];
}

/** The line of a key, or of the innermost of its sections that exists. */
function lineOf(key: string, lines: readonly string[]): number {
  let line = 0;
  for (const part of key.split('.')) {
    const found = lines.findIndex((text, index) => index >= line && text.trimStart().startsWith(`"${part}"`));
    if (found < 0) break;
    line = found;
  }
  return line + 1;
}
