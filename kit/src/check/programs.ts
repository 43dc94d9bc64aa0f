/** The checks that a program of somebody else's, or another program of ours, does. */
import { join } from 'node:path';
import { remotes, shell } from '../build/bundles/apps.ts';
import { root } from '../build/bundles/folders.ts';
import type { Check } from './Check.ts';
import { problemsOf } from './problemsOf.ts';

const installed = (name: string) => join(root, 'node_modules/.bin', name);

/** The types of everything; each remote on its own, with no texts in sight but the shell's and its own. */
export const types: Check = {
  name: 'types',
  run: async (app) => {
    const projects = ['tsconfig.json', ...remotes.map(projectOf)];
    const chosen = app === undefined ? projects : [app === shell ? 'tsconfig.json' : projectOf(app)];
    const found = await Promise.all(chosen.map((project) => problemsOf(installed('tsc'), '--noEmit', '-p', project)));
    return app === shell ? found.flat().flatMap(ofShellIn) : found.flat();
  },
};

const projectOf = (remote: string) => `remotes/${remote}/tsconfig.json`;

/** What a report says of the shell, whose project has tests and tools besides. Indented lines explain the one above. */
const ofShellIn = (report: string): readonly string[] =>
  report.split(/\n(?=\S)/).filter((problem) => !/^(?!shell\/|shared\/)\S+\(\d+,\d+\): /.test(problem));

/** Style, suspicious code, accessibility and literal texts in components: biome.json has the rules. */
export const lint: Check = {
  name: 'lint',
  run: () => problemsOf(installed('biome'), 'check', '--error-on-warnings', '--reporter=concise', '--colors=off'),
};

/** Files, exports and dependencies that nothing uses: knip.json says where everything begins. */
export const unused: Check = {
  name: 'unused',
  run: () => problemsOf(installed('knip'), '--no-progress', '--treat-config-hints-as-errors'),
};

/** Whether the tokens' style sheet is up to date. */
export const tokens: Check = {
  name: 'tokens',
  run: () => problemsOf(join(root, 'kit/src/build/tokens/generate.ts'), '--check'),
};
