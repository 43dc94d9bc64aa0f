/** `npm run bench [-- NAME]`: runs a measurement; default: `site`. Each reads its own options. */
import { explain } from '@site/node/settings.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';

interface Bench {
  readonly options: string;
  readonly summary: string;
  readonly run: () => Promise<unknown>;
}

const site = () => import('./site/main.ts');

const benches: Readonly<Record<string, Bench>> = {
  site: { options: '[--runs N] [--write]', summary: 'the site against the same sources as a monolith', run: site },
  pages: {
    options: '[--language en|fr|es|all] [--runs N] [--write]',
    summary: 'Lighthouse of every page',
    run: site,
  },
  navigation: {
    options: '[--runs N] [--beside NAME=FOLDER] [--write]',
    summary: 'from a click to the next page’s first frame, beside a plain React app',
    run: () => import('./navigation/main.ts'),
  },
  slow: {
    options: '[--runs N] [--beside NAME=FOLDER] [--write]',
    summary: 'a slow phone on a slow network: first text, first useful tap, form usable',
    run: () => import('./slow/main.ts'),
  },
  fragments: {
    options: '[--runs N] [--write]',
    summary: 'a page of three teams’ parts against the same page of one team, and one composed in the browser',
    run: () => import('./fragments/main.ts'),
  },
  server: {
    options: '[--runs N] [--write]',
    summary: 'pages from memory against nginx and bare Node, and the time to render one',
    run: () => import('./server/main.ts'),
  },
  traces: {
    options: '[--runs N] [--write]',
    summary: 'the processor time that traces cost: none, one of a hundred, all',
    run: () => import('./server/traces.ts'),
  },
  teams: {
    options: '[--runs N] [--minute] [--write]',
    summary: 'what developers wait for; and from an empty folder to a live page, unless --minute',
    run: () => import('./team/main.ts'),
  },
  releases: {
    options: '[CHANGES]',
    summary: 'load on every page while 100 releases go live: failures, mixed pages, memory',
    run: () => import('@site/e2e/endurance/releases/main.ts'),
  },
  scale: {
    options: '[--seed N] [--remotes N] [--versions N] [--write]',
    summary: 'simulates 500 servers that follow a store, and counts what many remotes make everyone read',
    run: () => import('./scale/main.ts'),
  },
  feeds: {
    options: 'FOLDER',
    summary: 'every file of a folder as a feed: crashes, refusals by reason, lost items, the slowest',
    run: () => import('./feeds/main.ts'),
  },
  durability: {
    options: '[--kills N] [--write]',
    summary: 'kills servers while visitors send messages: what is lost, what comes twice',
    run: () => import('@site/e2e/endurance/durability/main.ts'),
  },
  chaos: {
    options: '[WORD…] [--seconds N] [--write]',
    summary: 'lets shells, APIs, databases, disks and more fail under load: what visitors get',
    run: () => import('@site/e2e/endurance/chaos/main.ts'),
  },
};

const list = Object.entries(benches)
  .map(([name, { options, summary }]) => `  ${name} ${options}\n      ${summary}`)
  .join('\n');

const [first = ''] = process.argv.slice(2);
const isHelp = first === '--help' || first === '-h';
try {
  if (isHelp) console.log(`npm run bench [-- NAME], where NAME is one of\n\n${list}`);
  else await named(first === '' || first.startsWith('-') ? 'site' : first).run();
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

function named(text: string): Bench {
  const bench = Object.hasOwn(benches, text) ? benches[text] : undefined;
  if (bench) return bench;
  throw new OperatorError('TEST-USAGE', `There is no bench "${text}". Choose from:\n\n${list}`);
}
