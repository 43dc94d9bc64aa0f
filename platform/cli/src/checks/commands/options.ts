import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@site/bundling/project.ts';
import type { CommandTree } from './commandTree.ts';
import { readBenches } from './names.ts';
import { fragmentsIn, type Passage } from './passages.ts';

/** Options in sentences about other programs: `npm ci`, Playwright and Node. */
const optionsOfOthers = ['--omit', '--debug', '--allow-addons'];

const optionsIn = (text: string): readonly string[] => text.match(/(?<![\w-])--[a-z][\w-]*/g) ?? [];

/** Finds the options of a page that the help of their command lacks. */
export function findMissingOptions(tree: CommandTree): (page: string) => readonly Passage[] {
  const helpFor = helps(tree);
  return (page) =>
    fragmentsIn(page).flatMap(({ text, at }) => {
      const options = optionsIn(text);
      const help = options.length > 0 ? helpFor(text) : undefined;
      const known = help === undefined ? options : optionsIn(help);
      const missing = options.filter((option) => !known.includes(option));
      return missing.map((option) => ({ text: `“${text}”: its help doesn’t have ${option}`, at }));
    });
}

/** Finds the help for a command, or every command's for an option alone. Other programs have none here. */
function helps(tree: CommandTree): (command: string) => string | undefined {
  const benches = readBenches();
  const tests = readFileSync(join(root, 'tests/testkit/src/run/main.ts'), 'utf8');
  const everything = [...tree.everyHelp, ...benches.values(), tests, ...optionsOfOthers].join('\n');
  return (command) => {
    const [, bench] = /npm run bench -- (\w*)/.exec(command) ?? [];
    if (bench !== undefined) return `--help ${benches.get(bench || 'site')}`;
    if (command.includes('npm test --')) return tests;
    if (command.startsWith('--')) return everything;
    const [, words] = /(?:npx site|^site|npm run(?= dev| check| build))\s+(.*)/.exec(command) ?? [];
    const help = tree.helpOf((words ?? command).split(/\s+/));
    return help ?? (words === undefined ? undefined : tree.help);
  };
}
