import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root as project } from '@site/bundling/project.ts';
import { starts } from '../debianPackages.ts';
import { temporaryFolder } from '../site/folders.ts';

const run = promisify(execFile);

/** In bytes: a log has a line for each request, including those that poll until a server is ready. */
const longestOutput = 64 * 1024 * 1024;

const scripts = join(import.meta.dirname, 'machine');

/** The project's folder inside the machine, for its tools and for git. */
export const projectInside = '/mnt/project';

/** Tools that replace the machine's own. */
const tools = `${projectInside}/tests/testkit/src/deploy/machine/tools`;

/** Where its commands keep compiled code, so that they start sooner. */
const compiled = '/run/compiled';

/** A line of a machine's log, with the fields that every line has. */
export interface JournalEntry {
  readonly MESSAGE: string;
  readonly PRIORITY: string;
  readonly _SYSTEMD_UNIT?: string;
}

/**
 * A copy of this machine's Debian, with systemd as its first process and its own files, users, processes, network and log. It
 * can't change the machine around it, and leaves nothing when it stops. Git finds this project at the address that
 * docs/deploy.md clones from, and at /mnt/project; `npm ci` provides the project's own packages, or those of versionBefore.ts.
 */
export class SystemdMachine {
  readonly #folder: string;
  readonly #holder: ChildProcess;
  /** The process id of its systemd, seen from outside. */
  readonly #init: string;

  private constructor(folder: string, holder: ChildProcess, init: string) {
    this.#folder = folder;
    this.#holder = holder;
    this.#init = init;
  }

  /**
   * Why this machine can't boot one; undefined when it can. It takes Linux as root, systemd, and the programs of a Debian
   * server.
   */
  static async obstacle(): Promise<string | undefined> {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'Needs root on Linux.';
    const needed = ['unshare', 'nsenter', 'setpriv', 'runuser', 'adduser', 'git', 'curl', 'systemctl', 'pgrep'];
    const found = await Promise.all(needed.map((tool) => starts(tool, '--version')));
    const missing = needed.filter((_, index) => !found[index]);
    if (missing.length > 0) return `Needs ${missing.join(', ')}.`;
    const isAllowed = await starts(
      'unshare',
      '--mount',
      '--pid',
      '--net',
      '--cgroup',
      '--fork',
      'sh',
      '-ec',
      tryMounts,
    );
    return isAllowed ? undefined : 'Needs a machine that may mount overlays and cgroups: most containers may not.';
  }

  /** Boots one, in less than a second. */
  static async boot(): Promise<SystemdMachine> {
    const folder = await temporaryFolder('machine');
    const holder = spawn('unshare', ['--mount', 'sh', '-e', join(scripts, 'hold.sh'), folder, project], {
      stdio: ['pipe', 'pipe', 'inherit'],
      // An interrupt of the tests would tell systemd to restart the machine.
      detached: true,
    });
    const ended = once(holder, 'exit').then(() => Promise.reject(new Error('The machine could not be made.')));
    const [namespaces] = (await Promise.race([once(holder.stdout, 'data'), ended])) as [Buffer];
    const machine = new SystemdMachine(folder, holder, await Promise.race([childOf(String(namespaces)), ended]));
    await machine.run('until systemctl is-system-running --wait 2> /dev/null; do sleep 0.05; done');
    return machine;
  }

  /** Runs a shell script in it, as root. Rejects with its output when a command fails. */
  async run(script: string): Promise<string> {
    const enter = ['--target', this.#init, '--mount', '--pid', '--net', '--uts', '--ipc', '--cgroup'];
    const path = `PATH=${tools}:/usr/local/bin:/usr/bin:/usr/sbin:/bin:/sbin`;
    const environment = ['env', '-i', 'HOME=/root', path, `NODE_COMPILE_CACHE=${compiled}`];
    const command = [...enter, ...environment, 'sh', '-ec', `cd /\n${script}`];
    const { stdout } = await run('nsenter', command, { maxBuffer: longestOutput });
    return stdout;
  }

  /** A unit's log, oldest entry first. The site's units log into their own namespace. */
  async journal(unit: string, namespace = 'site'): Promise<readonly JournalEntry[]> {
    const lines = await this.run(`journalctl --sync; journalctl --namespace=${namespace} --unit=${unit} --output=json`);
    return lines
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as JournalEntry);
  }

  async stop(): Promise<void> {
    this.#holder.stdin?.end();
    if (this.#holder.exitCode === null && this.#holder.signalCode === null) await once(this.#holder, 'exit');
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** The only child of a process, as soon as there is one. */
async function childOf(parent: string): Promise<string> {
  for (;;) {
    const found = await run('pgrep', ['--parent', parent.trim()]).catch(() => undefined);
    if (found) return found.stdout.trim();
  }
}

/** Fails if overlays or cgroups can't be mounted. */
const tryMounts = `mount -t tmpfs x /mnt
mkdir /mnt/a /mnt/b /mnt/c /mnt/d
mount -t overlay -o lowerdir=/,upperdir=/mnt/a,workdir=/mnt/b x /mnt/c
mount -t cgroup2 x /mnt/d`;
