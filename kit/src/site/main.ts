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
  prune: release,
  keys: release,
};

/** Programs that are known by other names, too, which they read from the command line. */
const readsItsName = (program: () => Promise<unknown>): boolean => program === release;

const named = onlyRemote === undefined ? ' [NAME…]' : '';

const usage = `npx site COMMAND

  build${named}             build into dist/
  check${named}             types, style, imports, texts and style sheets
  test [WORD…]              unit tests: all, or those whose files have the words in their paths
  dev${named} [--site URL]  ${onlyRemote === undefined ? 'everything with hot reload, or one remote inside of a site that runs elsewhere' : 'your pages inside of a site that runs elsewhere'}

${releaseUsage}`;

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
