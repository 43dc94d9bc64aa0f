import { join, relative } from 'node:path';
import { languages } from '@site/shared/i18n/languages.ts';
import { root, sourceFolder } from '../../build/bundles/folders.ts';
import { textsOf } from '../../check/catalogues/texts.ts';
import { linesOf, type Problem, problemAt } from './Problem.ts';

/** The texts of an app that one of its languages lacks. Catalogues that can't be read are the compiler's business. */
export function catalogueProblems(app: string): Problem[] {
  const catalogues = languages.map((language) => {
    const file = relative(root, join(sourceFolder(app), `locales/${language}.json`));
    const lines = linesOf(file) ?? [];
    return { language, file, lines, keys: keysOf(file, lines.join('\n')) };
  });
  if (catalogues.some(({ keys }) => !keys)) return [];
  const all = new Set(catalogues.flatMap(({ keys }) => keys ?? []));
  return catalogues.flatMap(({ language, file, lines, keys }) => {
    const missing = [...all].filter((key) => !keys?.includes(key));
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
  try {
    return [...textsOf(file, json).keys()];
  } catch {
    return undefined;
  }
}

/** The line of a key, or of the last of its sections that is there. */
function lineOf(key: string, lines: readonly string[]): number {
  let line = 0;
  for (const part of key.split('.')) {
    const found = lines.findIndex((text, index) => index >= line && text.trimStart().startsWith(`"${part}"`));
    if (found < 0) break;
    line = found;
  }
  return line + 1;
}
