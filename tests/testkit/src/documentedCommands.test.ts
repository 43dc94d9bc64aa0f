import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { expect, test } from '@rstest/core';
import { root } from '@site/kit/build/bundles/project.ts';
import { runChecks } from '@site/kit/check/runChecks.ts';
import { createCommands } from '@site/kit/site/runSite.ts';

const run = promisify(execFile);

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'shared/README.md',
  'platform/kit/README.md',
  ...globSync('docs/{*,decisions/*}.md', { cwd: root }),
];

test.each(pages)('the commands in %s can be typed as written', async (page) => {
  const text = await readFile(join(root, page), 'utf8');
  for (const [, block = ''] of text.matchAll(/^```sh\n(.*?)^```/gms))
    await expect(run('sh', ['-n', '-c', block]), block).resolves.toBeDefined();
  const scripts = [...text.matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)].map(([, name]) => name);
  const { scripts: known } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: object;
  };
  expect(Object.keys(known)).toEqual(expect.arrayContaining(scripts));
  for (const [, name] of text.matchAll(/npm run check -- ([a-z]+)/g)) expect(await checkNames()).toContain(name);
  for (const [, name] of text.matchAll(/npm run bench -- ([a-z]+)/g)) expect(await benchNames()).toContain(name);
  for (const [, path = ''] of text.matchAll(/(?:npm test --|playwright test|rstest run) (\w+\/[\w./]+)/g))
    await expect(stat(join(root, path)), path).resolves.toBeDefined();
});

/** The names that the error about a wrong one lists. */
async function checkNames(): Promise<readonly string[]> {
  const error: unknown = await runChecks(['']).catch((reason: unknown) => reason);
  return /Choose from: (.*)\.$/.exec(error instanceof Error ? error.message : '')?.[1]?.split(', ') ?? [];
}

async function benchNames(): Promise<readonly (string | undefined)[]> {
  const text = await readFile(join(root, 'tests/bench/main.ts'), 'utf8');
  return [...text.matchAll(/^ {2}(\w+): \{/gm)].map(([, name]) => name);
}

/** The commands of a page, with the words after `npx site`; comments, other programs and shell syntax are left out. */
function siteCommandsOf(text: string): string[][] {
  const lines = text.replaceAll('\\\n', ' ').replaceAll(/\$\([^)]*\)/g, 'VALUE');
  const found = lines.matchAll(/npx site\s+([a-z][^`\n]*?)(?=`|$|\s#|\s*[;&|>]\s|\)\.?$)/gm);
  return [...found].map(([, words = '']) => words.replace(/ …$/, '').trim().split(/\s+/));
}

/** A command line that only checks its arguments. */
async function commandLine(): Promise<{ readonly parse: (words: readonly string[]) => Promise<unknown> }> {
  const site = await createCommands();
  const disarm = (command: Command): void => {
    command.exitOverride((error) => {
      throw error;
    });
    if (command.parent) command.action(() => {});
    for (const below of command.commands) disarm(below as Command);
  };
  disarm(site as Command);
  return { parse: async (words) => await site.parseAsync(words, { from: 'user' }) };
}

const repositoryPage = 'platform/kit/src/new-remote/repository/README.md';

test.each([...pages, 'CHANGELOG.md', repositoryPage])(
  'every command and option of “npx site” in %s exists',
  async (page) => {
    const text = await readFile(join(root, page), 'utf8');
    for (const words of siteCommandsOf(text)) {
      const { parse } = await commandLine();
      const withoutFile = words.filter((word, index) => word !== '--env-file' && words[index - 1] !== '--env-file');
      const fault = await parse(withoutFile).catch((error: unknown) => error);
      // A sentence may name a command without its arguments, and in a team's repository the app is implied.
      if (fault instanceof CommanderError && /missing|help/i.test(fault.code)) continue;
      expect(fault, words.join(' ')).not.toBeInstanceOf(Error);
    }
  },
);

/** Options in sentences about other programs: `npm ci`, Playwright and Node. */
const optionsOfOthers = ['--omit', '--debug', '--allow-addons'];

// The changelog also names options of earlier versions.
test.each([...pages, repositoryPage])('every option that %s names is in the help of its command', async (page) => {
  const text = await readFile(join(root, page), 'utf8');
  const helpOf = await findHelp();
  for (const command of fragmentsOf(text)) {
    const options = command.match(optionPattern) ?? [];
    const help = options.length > 0 && helpOf(command);
    if (help) expect(help.match(optionPattern), `${command}, in ${page}`).toEqual(expect.arrayContaining(options));
  }
});

const optionPattern = /(?<![\w-])--[a-z][\w-]*/g;

/** The commands in code blocks, and what sentences quote, such as an option alone. */
function fragmentsOf(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
  const quotes = [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`]+)`/g)].map(([, quote = '']) => quote);
  const lines = [...blocks.flatMap((block) => block.replaceAll('\\\n', ' ').split('\n')), ...quotes];
  return lines
    .flatMap((line) => line.replace(/\s#.*$/, '').split(/&&|[;|]\s/))
    .map((part) => part.replace(/^.*?(?=np[mx] )/, '').trim());
}

/** Finds the help for a command, or every command's for an option alone. Other programs have none here. */
async function findHelp(): Promise<(command: string) => string | undefined> {
  const site = await createCommands();
  const benches = await readFile(join(root, 'tests/bench/main.ts'), 'utf8');
  const tests = await readFile(join(root, 'tests/testkit/src/run/main.ts'), 'utf8');
  return (command) => {
    const [, bench] = /npm run bench -- (\w*)/.exec(command) ?? [];
    if (bench !== undefined)
      return `--help ${new RegExp(`^ {2}${bench || 'site'}: \\{.*?\\}`, 'ms').exec(benches)?.[0]}`;
    if (command.includes('npm test --')) return tests;
    if (command.startsWith('--')) return [...everyHelp(site), benches, tests, ...optionsOfOthers].join('\n');
    const [, words] = /(?:npx site|^site|npm run(?= dev| check| build))\s+(.*)/.exec(command) ?? [];
    const chosen = commandOf(site, (words ?? command).split(/\s+/));
    return chosen === site && words === undefined ? undefined : chosen.helpInformation();
  };
}

/** The command that these words name: `keys new blog-1` is `new` of `keys`. */
function commandOf(group: CommandUnknownOpts, [word, ...words]: readonly string[]): CommandUnknownOpts {
  const chosen = group.commands.find((command) => command.name() === word);
  return chosen ? commandOf(chosen, words) : group;
}

const everyHelp = (command: CommandUnknownOpts): readonly string[] => [
  command.helpInformation(),
  ...command.commands.flatMap(everyHelp),
];
