/** `site COMMAND`: what teams build, check, test, develop and release with. */
import { onlyRemote } from '../build/bundles/project.ts';
import { releaseUsage } from '../release/usage.ts';

const release = () => import('../release/main.ts');

/** The program of each command. Programs read the command line themselves. */
const programs: Readonly<Record<string, () => Promise<unknown>>> = {
  build: () => import('../build/main.ts'),
  check: () => import('../check/main.ts'),
  test: () => import('./test.ts'),
  dev: () => import('../dev/main.ts'),
  publish: release,
  promote: release,
  rollback: release,
  preview: release,
  list: release,
  policy: release,
  prune: release,
  keys: release,
};

/** Programs that are known by other names, too, which they read from the command line. */
const readsItsName = (program: () => Promise<unknown>): boolean => program === release;

/** The commands besides those about releases, and what they do. The repository of a remote has one app, and no site. */
const described: Readonly<Record<string, string>> =
  onlyRemote === undefined
    ? {
        'build [NAME…]': 'build apps into dist/',
        'check [NAME…]': 'all checks, or the named ones',
        'test [WORD…]': 'unit tests: all, or those whose files have the words in their paths',
        'dev [NAME…]': 'everything with hot reload, or the shell and the named remotes',
        'dev NAME --site ADDRESS': 'one remote inside of a site that runs elsewhere',
      }
    : {
        build: 'build into dist/',
        'check [NAME…]': 'types, lint, boundaries, catalogues, styles: all, or the named ones',
        'test [WORD…]': 'unit tests: all, or those whose files have the words in their paths',
        'dev --site ADDRESS': 'your pages inside of a site that runs elsewhere',
      };

const lines = Object.entries(described).map(([words, what]) => `  ${words.padEnd(44)}${what}`);

const usage = `npx site COMMAND\n\n${lines.join('\n')}\n\n${releaseUsage}`;

const [command = 'help'] = process.argv.slice(2);
const program = Object.hasOwn(programs, command) ? programs[command] : undefined;

if (program) {
  if (!readsItsName(program)) process.argv.splice(2, 1);
  await program();
} else {
  const isAsked = ['help', '--help', '-h'].includes(command);
  (isAsked ? console.log : console.error)(isAsked ? usage : `SITE-USAGE There is no command "${command}".\n\n${usage}`);
  process.exitCode = isAsked ? 0 : 2;
}
