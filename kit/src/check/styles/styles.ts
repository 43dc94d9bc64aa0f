import type { Check } from '../Check.ts';
import { readFiles } from '../sources/files.ts';
import { literalsIn } from './literals.ts';
import { trapsIn } from './portability.ts';

/** Component styles take colours and durations from the design's tokens, and no style depends on the engine. */
export const styles: Check = {
  name: 'styles',
  run: async () => {
    const components = [...readFiles('{shell,remotes,shared}/**/*.module.css')];
    const sheets = [...readFiles('{shell,remotes,shared}/**/*.css')];
    return [
      ...components.flatMap(([path, css]) =>
        literalsIn(css).map(({ line, literal }) => `${path}:${line}: "${literal}" must be a token`),
      ),
      ...sheets.flatMap(([path, css]) => trapsIn(css).map(({ line, remedy }) => `${path}:${line}: ${remedy}`)),
    ];
  },
};
