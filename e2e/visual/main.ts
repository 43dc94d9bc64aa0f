/**
 * `npm run visual [-- --accept]`: builds the site and compares its pages with the pictures in baselines/. With `--accept`,
 * replaces the baselines that differ.
 */
import { installedProgram } from '@site/kit/installedProgram.ts';
import { runProgram } from '@site/testkit/run/parts.ts';

const playwright = installedProgram('@playwright/test', 'playwright');
const flags = process.argv.includes('--accept') ? ['--update-snapshots'] : [];

const succeeded =
  (await runProgram('kit/src/build/main.ts')) && (await runProgram(playwright, 'test', 'e2e/visual/views', ...flags));
if (!succeeded) process.exitCode = 1;
