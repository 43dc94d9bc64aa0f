import { join } from 'node:path';
import { root } from '@site/kit/build/bundles/project.ts';
import type { Check } from '@site/kit/check/Check.ts';
import { reportOf } from '@site/kit/check/programs.ts';

/**
 * The commands in the documentation can be typed as written. A program of its own, because it reads the commands of `npx site`,
 * of which one runs this check.
 */
export const commands: Check = {
  name: 'commands',
  run: () => reportOf(join(root, 'platform/tools/src/check/commands/main.ts')),
};
