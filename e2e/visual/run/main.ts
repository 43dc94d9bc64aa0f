/**
 * `npm run looks [-- --accept]`: builds the site and compares its looks with the accepted pictures; with `--accept`,
 * the pictures that differ are replaced.
 */
import { createRequire } from 'node:module';
import { runProgram } from '@site/testkit/run/parts.ts';

const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
const flags = process.argv.includes('--accept') ? ['--update-snapshots'] : [];

const succeeded =
  (await runProgram('kit/src/build/main.ts')) && (await runProgram(playwright, 'test', 'e2e/visual/views', ...flags));
if (!succeeded) process.exitCode = 1;
