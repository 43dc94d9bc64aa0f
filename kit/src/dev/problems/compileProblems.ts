import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { StatsError } from '@rspack/core';
import { root } from '../../build/bundles/folders.ts';
import { linesOf, type Place, type Problem, problemAt } from './Problem.ts';

/** What Rspack says of an app's sources, with the place in the source as it was written. */
export const compileProblems = (app: string, errors: readonly StatsError[]): Problem[] =>
  errors.map((error) => {
    const text = stripVTControlCharacters(error.message);
    return problemAt(placeOf(error, text), { title: `${app} can’t be compiled`, message: messageOf(text) });
  });

/** How Rspack's own frames and `JSON.parse` tell a position. */
const positions = [/╭─\[(\d+):(\d+)\]/, /line (\d+) column (\d+)/];

/** Lightning CSS counts lines from 0, and columns in what the layer's loader has made. */
const positionInSheet = / at (?:\/\S+):(\d+):\d+/;

function placeOf(error: StatsError, text: string): Place | undefined {
  const path = error.moduleIdentifier?.split(/[!|]/).at(-1)?.split('?')[0];
  if (!path?.startsWith('/')) return undefined;
  const file = relative(root, path);
  // Other errors are found in what the loaders have made: their lines are not those of the source.
  const isOfSource = error.code === 'ModuleBuildError' || error.code === 'ModuleParseError';
  if (!isOfSource) return placeOfName(file, text);
  for (const position of positions) {
    const [, line, column] = position.exec(text) ?? [];
    if (line) return { file, line: Number(line), column: Number(column) };
  }
  const [, above] = positionInSheet.exec(text) ?? [];
  return { file, line: Number(above ?? 0) + 1, column: 0 };
}

/** Where the source has the name, such as that of a file that isn't there, of which an error speaks first. */
function placeOfName(file: string, text: string): Place {
  const name = /'([^'\s]+)'/.exec(text)?.[1] ?? '';
  const index = linesOf(file)?.findIndex((line) => line.includes(name)) ?? -1;
  return { file, line: Math.max(1, index + 1), column: 0 };
}

/** The message without Rspack's frame: ours shows the source. */
function messageOf(text: string): string {
  const [before = ''] = text.replace(positionInSheet, '').split(/\n[^\n]*╭─\[/);
  const lines = before.split('\n').map((line) => line.replace(/^[\s×╰─▶│]+/, '').trim());
  const own = lines.filter((line) => line && !/^Module (?:build|parse) failed|^at /.test(line));
  return own.join('\n') || lines.join(' ').trim();
}
