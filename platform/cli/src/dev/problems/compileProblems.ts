import { isAbsolute } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { StatsError } from '@rspack/core';
import { pathFromRoot } from '@site/bundling/project.ts';
import { type DeveloperProblem, linesOf, problemAt, type SourcePosition } from './Problems.ts';

/** Converts Rspack's errors about an app, with their places in the sources. */
export const compileProblems = (app: string, errors: readonly StatsError[]): DeveloperProblem[] =>
  errors.map((error) => {
    const text = stripVTControlCharacters(error.message);
    const place = placeOf(error, text);
    const message = [messageOf(text), ...(place?.file.includes('node_modules/') ? importersOf(error) : [])].join('\n');
    return problemAt(place, { title: `${app} can’t be compiled`, message });
  });

/** The file of the project that imports a dependency, directly or through others. */
function importersOf({ moduleTrace = [] }: StatsError): readonly string[] {
  const files = moduleTrace.map(({ originIdentifier = '' }) => fileOf(originIdentifier) ?? '');
  const own = files.find((file) => file !== '' && !file.includes('node_modules/'));
  return own === undefined ? [] : [`Imported by ${own}.`];
}

/** The file of a module, from the project's root. */
function fileOf(identifier: string): string | undefined {
  const path = identifier.split(/[!|]/).at(-1)?.split('?')[0];
  return path && isAbsolute(path) ? pathFromRoot(path) : undefined;
}

/** Positions in Rspack's frames and in the messages of `JSON.parse`. */
const positions = [/╭─\[(\d+):(\d+)\]/, /line (\d+) column (\d+)/];

/** Lightning CSS counts lines from 0, and columns in the output of css-layer.mjs. */
const positionInSheet = / at \S+:(\d+):\d+/;

function placeOf(error: StatsError, text: string): SourcePosition | undefined {
  const file = fileOf(error.moduleIdentifier ?? '');
  if (file === undefined) return undefined;
  // Other errors count lines in the loaders' output.
  const isOfSource = error.code === 'ModuleBuildError' || error.code === 'ModuleParseError';
  if (!isOfSource) return placeOfName(file, text);
  for (const position of positions) {
    const [, line, column] = position.exec(text) ?? [];
    if (line) return { file, line: Number(line), column: Number(column) };
  }
  const [, above] = positionInSheet.exec(text) ?? [];
  return { file, line: Number(above ?? 0) + 1, column: 0 };
}

/** The place of the first name that a message quotes, such as a missing file's. */
function placeOfName(file: string, text: string): SourcePosition {
  const name = /'([^'\s]+)'/.exec(text)?.[1] ?? '';
  const index = linesOf(file)?.findIndex((line) => line.includes(name)) ?? -1;
  return { file, line: Math.max(1, index + 1), column: 0 };
}

/** The message without Rspack's own frame. */
function messageOf(text: string): string {
  const [before = ''] = text.replace(positionInSheet, '').split(/\n[^\n]*╭─\[/);
  const lines = before.split('\n').map((line) => line.replace(/^[\s×╰─▶│]+/, '').trim());
  const own = lines.filter((line) => line && !/^Module (?:build|parse) failed|^at /.test(line));
  return own.join('\n') || lines.join(' ').trim();
}
