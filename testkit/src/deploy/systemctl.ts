/**
 * `systemctl` for a root without systemd: starts and stops units of one process as their files say, with their user,
 * environment and state folder. Of their walls it makes none: those are systemd's, which verifies the files.
 */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const units = '/etc/systemd/system';
const running = '/run/units';

/** The settings of a unit, in the order of its file. */
function readUnit(name: string): (key: string) => string[] {
  const [template, instance = ''] = name.split('@');
  const file = join(units, name.includes('@') ? `${template}@.service` : `${name}.service`);
  const lines = readFileSync(file, 'utf8').replaceAll('%i', instance).split('\n');
  return (key) => lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
}

const idOf = (flag: '-u' | '-g', user: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));

function start(name: string): void {
  const unit = readUnit(name);
  const first = (key: string) => unit(key)[0] ?? '';
  const user = { uid: idOf('-u', first('User')), gid: idOf('-g', first('User')) };
  const state = join('/var/lib', first('StateDirectory'));
  mkdirSync(state, { recursive: true });
  chownSync(state, user.uid, user.gid);
  chmodSync(state, Number.parseInt(first('StateDirectoryMode'), 8));
  const environmentFile = first('EnvironmentFile').replace(/^-/, '');
  const fromFile = existsSync(environmentFile) ? readFileSync(environmentFile, 'utf8').split('\n') : [];
  const assigned = [...unit('Environment').flatMap((line) => line.split(' ')), ...fromFile].filter((line) =>
    /^\w+=/.test(line),
  );
  const [program = '', ...parameters] = first('ExecStart').split(' ');
  mkdirSync(running, { recursive: true });
  const log = openSync(join(running, `${name}.log`), 'a');
  const child = spawn(program, parameters, {
    ...user,
    cwd: first('WorkingDirectory'),
    env: {
      PATH: process.env.PATH,
      HOME: state,
      ...Object.fromEntries(assigned.map((line) => line.split(/=(.*)/s, 2))),
    },
    stdio: ['ignore', log, log],
    detached: true,
  });
  writeFileSync(join(running, `${name}.pid`), String(child.pid));
  child.unref();
}

/** Resolves when the unit's process has ended. */
async function stop(name: string): Promise<void> {
  const file = join(running, `${name}.pid`);
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8'));
  const isRunning = () => !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  try {
    process.kill(pid, 'SIGTERM');
    while (isRunning()) await delay(50);
  } catch (error) {
    if (!['ESRCH', 'ENOENT'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
  }
  rmSync(file);
}

const [command, ...parameters] = process.argv.slice(2);
const names = parameters.filter((word) => word !== '--now').map((word) => basename(word, '.service'));
for (const name of names) {
  if (command !== 'start' && command !== 'enable') await stop(name);
  if (command !== 'stop' && command !== 'disable') start(name);
}
