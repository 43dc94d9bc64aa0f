/** The checks that a program of somebody else's, or another program of ours, does. */
import { join } from 'node:path';
import { remotes } from '../bundles/apps.ts';
import { root } from '../bundles/folders.ts';
import type { Check } from './Check.ts';
import { problemsOf } from './problemsOf.ts';

const installed = (name: string) => join(root, 'node_modules/.bin', name);

/** The types of everything; each remote on its own, with no texts in sight but the shell's and its own. */
export const types: Check = {
  name: 'types',
  run: async () => {
    const projects = ['tsconfig.json', ...remotes.map((remote) => `remotes/${remote}/tsconfig.json`)];
    const found = await Promise.all(projects.map((project) => problemsOf(installed('tsc'), '--noEmit', '-p', project)));
    return found.flat();
  },
};

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
  run: () => problemsOf(join(root, 'tools/tokens/generate.ts'), '--check'),
};

/** Whether the drawings of the city are those that their program draws. */
export const drawings: Check = {
  name: 'drawings',
  run: () => problemsOf(join(root, 'tools/art/city.ts'), '--check'),
};
