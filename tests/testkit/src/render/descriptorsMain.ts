/** Tells which of its own descriptors processes of renderers have, behind each wall of this machine. Parameters: their numbers. */
import { spawnSync } from 'node:child_process';
import { fstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canBuild } from '@site/renderer/walls/strongestWall.ts';
import { walls } from '@site/renderer/walls/wall.ts';
import { rendererCommand } from '@site/renderer/walls/wallCommand.ts';
import { isolateFile } from '@site/shared/contract/release.ts';
import { writeFiles } from '../releases/fixtures.ts';
import { craftedShell } from './craftedWorker.ts';

const opened = process.argv.slice(2).map((number) => ({ number: Number(number), file: fstatSync(Number(number)).ino }));
const folder = mkdtempSync(join(tmpdir(), 'site-descriptors-'));
await writeFiles(folder, { 'renderer.cjs': '', [isolateFile]: '' });

/** Code that has broken out of everything but its process. */
const code = `const { fstatSync } = require('node:fs');
  const has = ({ number, file }) => { try { return fstatSync(number).ino === file; } catch { return false; } };
  console.log(JSON.stringify(${JSON.stringify(opened)}.filter(has).map(({ number }) => number)));`;

const found = walls.filter(canBuild).map((wall) => {
  const [program, ...parameters] = rendererCommand(wall, craftedShell(folder), []);
  const host = parameters.findLastIndex((parameter) => /^[^=]*(?:isolate|process)Host\.mjs$/.test(parameter));
  const { stdout, stderr } = spawnSync(program, [...parameters.slice(0, host), '--eval', code], {
    env: {},
    stdio: ['ignore', 'pipe', 'pipe', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  return [wall, stdout.trim() || stderr];
});
rmSync(folder, { recursive: true });
console.log(JSON.stringify(found));
