import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { company, filesOf, pathFromRoot, platformFolder, root, shell, sourcesOf } from '../project.ts';
import { parseSheet, styleError } from './parseSheet.ts';

/** A class in a selector, or a text in quotes, which has none. */
const classes = /("[^"]*"|'[^']*')|\.(-?[_a-z][\w-]*)/gi;

/**
 * Replaces each class in the selectors of a style sheet.
 *
 * @throws {OperatorError} BUILD-STYLE for what only other implementations of CSS modules know: a class would silently have no
 * rules
 */
function replaceClasses(css: string, file: string, nameOf: (local: string) => string): string {
  const sheet = parseSheet(css, file);
  const replace = (selector: string) =>
    selector.replace(classes, (text, quoted: string | undefined, local: string) =>
      quoted === undefined ? `.${nameOf(local)}` : text,
    );
  sheet.walkRules((rule) => {
    if (/:(?:global|local)\b/.test(rule.selector))
      throw styleError(
        rule.error('Without :global and :local: write a class of another sheet into a sheet that is no module.'),
        file,
      );
    rule.selector = replace(rule.selector);
  });
  sheet.walkAtRules('scope', (rule) => {
    rule.params = replace(rule.params);
  });
  sheet.walkDecls('composes', (declaration) => {
    throw styleError(declaration.error('Without “composes”: give the element both classes.'), file);
  });
  return sheet.toString();
}

/** The classes of a style sheet, in alphabetical order. */
function classesIn(css: string, file: string): string[] {
  const found = new Set<string>();
  replaceClasses(css, file, (local) => {
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
  const sheets = '*.module.css';
  const ofShell = [sourcesOf(shell), pathFromRoot(join(platformFolder('shared'), 'ui')), company];
  const files =
    app === shell
      ? ofShell.flatMap((folder) => filesIn(project, `**/${sheets}`, folder))
      : filesIn(project, filesOf(app, sheets));
  return files
    .sort()
    .flatMap((file) =>
      classesIn(readFileSync(join(project, file), 'utf8'), join(project, file)).map((local) => `${file} ${local}`),
    );
}

/** Files in a folder of a project, by their paths from the project's root. What is installed in the folder is left out. */
function filesIn(project: string, pattern: string, folder = ''): string[] {
  const files = globSync(pattern, {
    cwd: join(project, folder),
    exclude: (file) => file.includes('node_modules'),
  });
  return files.map((file) => posix.join(folder, file.replaceAll('\\', '/')));
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
  replaceClasses(css, file, nameIn(file, names));

/** What scripts get from a CSS module: the name of each of its classes. */
export function exportedNames(css: string, file: string, names: ClassNames): string {
  const nameOf = nameIn(file, names);
  return JSON.stringify(Object.fromEntries(classesIn(css, file).map((local) => [local, nameOf(local)])));
}
