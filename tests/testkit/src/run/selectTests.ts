import { globSync, statSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';

/** The parts of the tests in the order in which they run: quick ones first. */
export const partNames = ['check', 'unit', 'e2e'] as const;

export type PartName = (typeof partNames)[number];

/** A part of the tests, limited to some files or folders. Without paths, the whole part. */
export interface Selection {
  readonly part: PartName;
  readonly paths: readonly string[];
  /** The tiers to run; the first by default. Named tests run whatever their tier. */
  readonly tiers?: Tiers;
}

/**
 * The tiers besides the first: `all` adds the second, `*.all.{spec,test}.ts` and tests tagged `@all`; `weekly` is the
 * third alone, `*.weekly.spec.ts`.
 */
const laterTiers = ['all', 'weekly'] as const;

export type Tiers = (typeof laterTiers)[number];

/** The test files of each part. */
const filesOf: Readonly<Record<Exclude<PartName, 'check'>, string>> = {
  unit: '**/*.test.{ts,tsx}',
  e2e: '**/*.spec.ts',
};

/**
 * Selects tests by the words after `npm test --`: without any, the first tier; with `all`, also the second; with
 * `weekly`, the browser tests of the third. Any other word is a part, a file, a folder, or the name of a remote or another workspace, which stands for its own folder and the folder of
 * that name in e2e/.
 *
 * @throws {OperatorError} TEST-USAGE when a word matches nothing
 */
export function selectTests(root: string, words: readonly string[]): Selection[] {
  const tiers = laterTiers.find((name) => words.includes(name));
  const parts = tiers === 'weekly' ? (['e2e'] as const) : partNames;
  const whole = parts.filter((part) => words.length === 0 || tiers || words.includes(part));
  const paths = words.filter((word) => !isPart(word) && !isTiers(word)).flatMap((word) => pathsNamed(root, word));
  return partNames.flatMap((part) => {
    if (whole.includes(part)) return [{ part, paths: [], ...(tiers && { tiers }) }];
    const ofPart = part === 'check' ? [] : paths.filter((path) => hasTests(join(root, path), filesOf[part]));
    return ofPart.length > 0 ? [{ part, paths: ofPart }] : [];
  });
}

const isPart = (word: string) => partNames.some((name) => name === word);

const isTiers = (word: string) => laterTiers.some((name) => name === word);

/** Where a word's folder may be: `api`, `blog`, `server`, `tests/e2e/contact`. */
const homes = ['', 'remotes', 'platform', 'tests', 'tests/e2e'];

function pathsNamed(root: string, word: string): string[] {
  const path = relative(root, join(root, word));
  const folders = homes.map((home) => posix.join(home, path));
  const isInside = path !== '' && !path.startsWith('..');
  const found = folders.filter(
    (folder) => isInside && Object.values(filesOf).some((files) => hasTests(join(root, folder), files)),
  );
  if (found.length > 0) return found;
  throw new OperatorError(
    'TEST-USAGE',
    `There are no tests called "${word}". Name a part (${partNames.join(', ')}), tiers (${laterTiers.join(', ')}), a file or a folder such as ` +
      'tests/e2e/contact/sending.spec.ts or shared/routes, or a remote such as blog.',
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
