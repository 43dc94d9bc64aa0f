/** `site test [WORD…]`: runs the unit tests, or those whose files have one of the words in their paths. */
import { spawn } from 'node:child_process';
import { root } from '../build/bundles/project.ts';
import { installedProgram } from '../installedProgram.ts';

const rstest = spawn(process.execPath, [installedProgram('@rstest/core', 'rstest'), 'run', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
rstest.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
