import { globSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** What `npm test` can run, in the order in which it does: the quick ones first. */
export const partNames = ['check', 'unit', 'e2e'] as const;

export type PartName = (typeof partNames)[number];

/** A part of the tests, limited to some files or folders; none stands for all of them. */
export interface Selection {
  readonly part: PartName;
  readonly paths: readonly string[];
}

/** A word after `npm test --` that stands for no test. */
export class UnknownTestsError extends Error {}

/** Which files each part reads. */
const filesOf: Readonly<Record<Exclude<PartName, 'check'>, string>> = {
  unit: '**/*.test.{ts,tsx}',
  e2e: '**/*.spec.ts',
};

/**
 * What the words after `npm test --` stand for: a part, a file, a folder, or the name of a remote or of another
 * workspace, which is its own folder and the one of that name in e2e/.
 *
 * @throws {UnknownTestsError} with what there is to choose from
 */
export function selectTests(root: string, words: readonly string[]): Selection[] {
  const whole = partNames.filter((part) => words.length === 0 || words.includes(part));
  const paths = words.filter((word) => !isPart(word)).flatMap((word) => pathsNamed(root, word));
  return partNames.flatMap((part) => {
    if (whole.includes(part)) return [{ part, paths: [] }];
    const ofPart = part === 'check' ? [] : paths.filter((path) => hasTests(join(root, path), filesOf[part]));
    return ofPart.length > 0 ? [{ part, paths: ofPart }] : [];
  });
}

const isPart = (word: string) => partNames.some((name) => name === word);

function pathsNamed(root: string, word: string): string[] {
  const path = relative(root, join(root, word));
  const folders = word.includes('/') ? [path] : [path, `remotes/${path}`, `e2e/${path}`];
  const isInside = path !== '' && !path.startsWith('..');
  const found = folders.filter(
    (folder) => isInside && Object.values(filesOf).some((files) => hasTests(join(root, folder), files)),
  );
  if (found.length > 0) return found;
  throw new UnknownTestsError(
    `There are no tests called "${word}". Name a part (${partNames.join(', ')}), a file or a folder such as ` +
      'e2e/contact/sending.spec.ts or shared/routes, or a remote such as blog.',
  );
}

/** Whether a file is a test, or a folder has one. */
function hasTests(path: string, files: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) return found !== undefined && hasMatch(path, files);
  return files.endsWith('.spec.ts') ? path.endsWith('.spec.ts') : /\.test\.tsx?$/.test(path);
}

const hasMatch = (folder: string, files: string) =>
  globSync(files, { cwd: folder, exclude: (name) => name === 'node_modules' }).length > 0;
