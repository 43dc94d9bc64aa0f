import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Files, lineAt } from '@site/bundling/checks/sources.ts';
import { type CommandTree, readCommands } from './commandTree.ts';
import { findUnknown } from './names.ts';
import { findMissingOptions } from './options.ts';
import { type Passage, shellBlocksIn, siteCommandsIn } from './passages.ts';

/** It also has the names and options of earlier versions. */
const changelog = 'CHANGELOG.md';

/** What a team's own repository begins with: it has other scripts. */
export const ofTeams = 'platform/cli/src/new-remote/repository/README.md';

/** The commands in pages that can't be typed as written: blocks that aren't shell, and names, paths and options that don't exist. */
export async function wrongCommands(pages: Files): Promise<readonly string[]> {
  const tree = await readCommands();
  const unknownIn = await findUnknown();
  const missingOptionsIn = findMissingOptions(tree);
  const faultsIn = async ([page, text]: readonly [string, string]) => {
    const faults = [
      ...(await brokenBlocks(text)),
      ...wrongSiteCommands(text, tree),
      ...(page === changelog ? [] : missingOptionsIn(text)),
      ...(page === changelog || page === ofTeams ? [] : unknownIn(text)),
    ];
    return faults.map((fault) => `${page}:${lineAt(text, fault.at)}: ${fault.text}`);
  };
  return (await Promise.all([...pages].map(faultsIn))).flat();
}

/** The blocks of a page that no shell can read. Each is read alone: a quote that stays open could end in the next one. */
async function brokenBlocks(page: string): Promise<readonly Passage[]> {
  const blocks = shellBlocksIn(page);
  if (blocks.length === 0) return [];
  const read = 'for block do sh -n -c "$block" 2>&1; printf "\\0"; done';
  const { stdout } = await promisify(execFile)('sh', ['-c', read, 'sh', ...blocks.map(({ text }) => text)]);
  const complaints = stdout.split('\0');
  return blocks.flatMap(({ at }, index) =>
    complaints[index] ? [{ text: `no shell can read this block: ${complaints[index].trim()}`, at }] : [],
  );
}

function wrongSiteCommands(page: string, { faultIn }: CommandTree): readonly Passage[] {
  return siteCommandsIn(page).flatMap(({ text, at }) => {
    const words = text.replace(/ …$/, '').trim().split(/\s+/);
    // The tree would read the file.
    const fault = faultIn(words.filter((word, index) => word !== '--env-file' && words[index - 1] !== '--env-file'));
    return fault === undefined ? [] : [{ text: `“npx site ${words.join(' ')}”: ${fault}`, at }];
  });
}
