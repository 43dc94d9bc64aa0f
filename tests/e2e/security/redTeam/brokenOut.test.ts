/**
 * What code can do that has broken out of V8 or the shell's renderer and has all of Node: tests its process and the walls
 * around it. tests/e2e/security/hostileRelease.spec.ts tests what the renderer itself removes.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from '@rstest/core';
import { root } from '@site/bundling/project.ts';
import { canBuild } from '@site/renderer/walls/strongestWall.ts';
import { hasBubblewrap, type Wall, walls } from '@site/renderer/walls/wall.ts';
import { rendererCommand } from '@site/renderer/walls/wallCommand.ts';
import { isolateFile } from '@site/shared/contract/release.ts';
import { newFolder, writeFiles } from '@site/testkit/releases/fixtures.ts';
import { answering, craftedShell, craftedWorker, homeTask, ready } from '@site/testkit/render/craftedWorker.ts';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

/** What the code tries. Each succeeds if it doesn't throw. `own` is a folder of the server, which listens at `port`. */
const attacks = {
  'read the server’s files': `require('node:fs').readFileSync(own + '/preview.secret')`,
  'read the system’s files': `require('node:fs').readFileSync('/etc/passwd')`,
  'read the server’s environment': `require('node:fs').readFileSync('/proc/' + server + '/environ')`,
  'write files': `require('node:fs').writeFileSync(own + '/written', 'x')`,
  'open a database': `new (require('node:sqlite').DatabaseSync)(own + '/attack.sqlite').exec('CREATE TABLE a (b)')`,
  'start a program': `const { error } = require('node:child_process').spawnSync(process.execPath, ['--version']); if (error) throw error`,
  'start a thread': `new (require('node:worker_threads').Worker)('', { eval: true })`,
  'make code from strings': `new Function('return 1')()`,
  'reach the network': `await new Promise((resolve, reject) => require('node:net').connect(port, '127.0.0.1').once('connect', resolve).once('error', reject))`,
  'signal the server': `process.kill(server, 0)`,
} as const;

/** What Node's permission model leaves open, as docs/security.md says. Only bubblewrap prevents these. */
const leftOpen = ['reach the network', 'signal the server'];

/** Runs the attacks in place of a renderer's host, with the same flags; returns those that succeed. */
async function attackBehind(wall: Wall, own: string, port: number): Promise<readonly string[]> {
  const folder = await newFolder();
  const tried = Object.entries(attacks).map(
    ([name, code]) => `await (async () => { ${code}; })().then(() => got.push(${JSON.stringify(name)}), () => {});`,
  );
  const code = `const [own, port, server] = ${JSON.stringify([own, port, process.pid])};
    (async () => { const got = []; ${tried.join('\n')} console.log(JSON.stringify(got)); process.exit(); })();`;
  const [program, ...parameters] = rendererCommand(wall, craftedShell(folder), []);
  // Bubblewrap requires these files.
  await writeFiles(folder, { 'renderer.cjs': '', [isolateFile]: '' });
  // The host comes after the flags of bubblewrap, which also name it, and those of Node.
  const first = parameters.findLastIndex((parameter) => /^[^=]*(?:isolate|process)Host\.mjs$/.test(parameter));
  const child = spawn(program, [...parameters.slice(0, first), '--eval', code], {
    env: {},
    stdio: ['ignore', 'pipe', 'inherit', 'ignore', 'pipe'],
  }) as ChildProcess & { readonly stdout: Readable };
  cleanups.push(() => child.kill('SIGKILL'));
  return JSON.parse(await text(child.stdout)) as string[];
}

test.each(walls.filter(canBuild))(
  'code that has broken out behind the wall %s can do only what that wall leaves open',
  async (wall) => {
    const own = await newFolder();
    await writeFile(join(own, 'preview.secret'), 'secret');
    const server = createServer((socket) => socket.destroy());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    cleanups.push(() => server.close());
    const got = await attackBehind(wall, own, (server.address() as AddressInfo).port);
    expect(got).toEqual(hasBubblewrap(wall) ? [] : leftOpen);
    expect(await readdir(own), 'in the server’s folder').toEqual(['preview.secret']);
  },
);

test('a rendering process has nothing of the server’s environment', async () => {
  const code = `${ready} receive(({ id }) => { ${answering('JSON.stringify(Object.keys(process.env))')} });`;
  const { worker, stop } = await craftedWorker(code);
  cleanups.push(stop);
  expect(await worker.render(homeTask)).toMatchObject({ message: '["NODE_ENV"]' });
});

test.runIf(process.platform === 'linux')(
  'what was open in the program that started the server is out of reach, behind each wall',
  async () => {
    const file = await open(join(await newFolder(), 'of-someone-else'), 'w+');
    cleanups.push(() => file.close());
    const numbers = [5, 20, 99];
    // As a shell does: Node closes for its children those up to the first gap.
    const stdio = Array.from({ length: 100 }, (_, number) => (numbers.includes(number) ? file.fd : 'ignore'));
    const main = join(root, 'tests/testkit/src/render/descriptorsMain.ts');
    const child = spawn(process.execPath, [main, ...numbers.map(String)], {
      stdio: ['ignore', 'pipe', 'inherit', ...stdio.slice(3)],
    }) as ChildProcess & { readonly stdout: Readable };
    cleanups.push(() => child.kill('SIGKILL'));
    expect(JSON.parse(await text(child.stdout))).toEqual(walls.filter(canBuild).map((wall) => [wall, '[]']));
  },
);
