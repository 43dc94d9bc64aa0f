import type { Check } from '../Check.ts';
import { readFiles } from '../sources/files.ts';
import { literalsIn } from './literals.ts';

/** Component styles take colours and durations from the design's tokens. */
export const styles: Check = {
  name: 'styles',
  run: async () => {
    const files = readFiles('{shell,remotes,shared}/**/*.module.css');
    return [...files].flatMap(([path, css]) =>
      literalsIn(css).map(({ line, literal }) => `${path}:${line}: "${literal}" must be a token`),
    );
  },
};
