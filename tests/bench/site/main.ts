/**
 * `npm run bench -- site [--runs N] [--write]`: the federated site against the same sources as a monolith.
 * `npm run bench -- pages [--language en|fr|es|all] [--runs N] [--write]`: Lighthouse of every page.
 * With `--write` the result replaces the last one in docs/performance.md.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { build } from '@site/bundling/build.ts';
import { apps } from '@site/bundling/project.ts';
import { isLanguage, type Language, languages } from '@site/shared/i18n/languages.ts';
import { homePath } from '@site/shared/routes/path.ts';
import { findBrowser } from '@site/testkit/browser/findBrowser.ts';
import { conditions, writeResult } from '@site/testkit/measure/report.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import lighthouse from 'lighthouse/package.json' with { type: 'json' };
import { compare } from './compare.ts';
import { comparisonTable } from './comparisonTable.ts';
import { measurePages } from './measurePages.ts';
import { pagesTable } from './pagesTable.ts';

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    language: { type: 'string', default: 'en' },
    write: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
const program = await findBrowser();
const onProgress = (step: string) => console.error(`… ${step}`);

for (const app of apps) await build(app);
const isPages = process.argv[2] === 'pages';
const measured = isPages
  ? pagesTable(await measurePages({ paths: pathsIn(values.language), runs, program, onProgress }))
  : comparisonTable(await compare({ path: homePath('en'), runs, program, onProgress }));
const result = `${measured}

${conditions([
  ['browser', `${browserVersion()}, Lighthouse ${lighthouse.version}, mobile, simulated slow 4G`],
  ['network', 'HTTPS and HTTP/2 of nginx'],
  ['runs', `median of ${runs}, by turns`],
])}`;
console.log(result);
if (values.write) await writeResult(isPages ? 'bench:pages' : 'bench:site', result);

function pathsIn(language: string): string[] {
  const wanted: readonly Language[] = isLanguage(language) ? [language] : languages;
  return wanted.flatMap((name) => Object.values(addresses[name]));
}

/** The browser's start script may print lines of its own. */
function browserVersion(): string {
  return execFileSync(program, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
