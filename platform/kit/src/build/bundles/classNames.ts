import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, pathFromRoot, root, shell } from './project.ts';

/** What a style sheet has besides classes: comments, texts, addresses and numbers. */
const others = String.raw`/\*[^]*?\*/|"[^"]*"|'[^']*'|url\([^)]*\)|\d*\.\d+`;
const classes = new RegExp(String.raw`(${others})|\.(-?[_a-z][\w-]*)`, 'gi');

/** Replaces each class of a style sheet. */
const replaceClasses = (css: string, nameOf: (local: string) => string): string =>
  css.replace(classes, (text, other: string | undefined, local: string) =>
    other === undefined ? `.${nameOf(local)}` : text,
  );

/** The classes of a style sheet, in alphabetical order. */
function classesIn(css: string): string[] {
  const found = new Set<string>();
  replaceClasses(css, (local) => {
    found.add(local);
    return local;
  });
  return [...found].sort();
}

/** How a bundle names the classes of its CSS modules. */
export interface ClassNames {
  readonly app: string;
  /** As `file class`: those that get the shortest names. */
  readonly known: readonly string[];
}

interface AppBuild {
  readonly app: string;
  readonly mode: 'production' | 'development';
}

/**
 * How the browser's and the server's bundle of an app name classes. In production the names are short, because documents consist
 * of them: `shell_ab` for the 28th class of all. In development they say what they are, and a new one changes no other.
 */
export const classNamesOf = ({ app, mode }: AppBuild): ClassNames => ({
  app,
  known: mode === 'production' ? localClasses(app) : [],
});

/** The version of names: another class may rename all after it. */
export const versionOf = ({ known }: ClassNames): string => hashOf(known.join('\n'));

/** Every class of an app's CSS modules, as `file class`, in an order that is the same on every machine. */
export function localClasses(app: string, project = root): readonly string[] {
  const folders = [filesOf(app, '*.module.css'), ...(app === shell ? ['shared/ui/**/*.module.css'] : [])];
  const files = globSync(folders, { cwd: project, exclude: (file) => file.includes('node_modules') })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
  return files.flatMap((file) =>
    classesIn(readFileSync(join(project, file), 'utf8')).map((local) => `${file} ${local}`),
  );
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

const digits = 'abcdefghijklmnopqrstuvwxyz';

/** A number in letters: a, b … z, aa, ab … */
const inLetters = (index: number): string =>
  (index < digits.length ? '' : inLetters(Math.floor(index / digits.length) - 1)) + digits[index % digits.length];

/** The name in a page of a class in a file. Without a place among the known ones, it has a hash. */
function nameIn(file: string, { app, known }: ClassNames): (local: string) => string {
  const path = pathFromRoot(file);
  const hash = hashOf(path).slice(0, 4);
  return (local) => {
    const index = known.indexOf(`${path} ${local}`);
    return index < 0 ? `${app}_${local}_${hash}` : `${app}_${inLetters(index)}`;
  };
}

/** A CSS module with the names that its classes have in a page. */
export const renameClasses = (css: string, file: string, names: ClassNames): string =>
  replaceClasses(css, nameIn(file, names));

/** What scripts get from a CSS module: the name of each of its classes. */
export function exportedNames(css: string, file: string, names: ClassNames): string {
  const nameOf = nameIn(file, names);
  return JSON.stringify(Object.fromEntries(classesIn(css).map((local) => [local, nameOf(local)])));
}
