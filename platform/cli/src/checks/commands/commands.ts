import { join } from 'node:path';
import type { Check } from '@site/bundling/checks/Check.ts';
import { reportOf } from '@site/bundling/checks/programs.ts';
import { root } from '@site/bundling/project.ts';

/**
 * The commands in the documentation can be typed as written. A program of its own, because it reads the commands of `npx site`,
 * of which one runs this check.
 */
export const commands: Check = {
  name: 'commands',
  run: () => reportOf(join(root, 'platform/cli/src/checks/commands/main.ts')),
};
