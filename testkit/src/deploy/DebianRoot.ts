import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root as project } from '@site/kit/build/bundles/project.ts';
import { starts } from '@site/kit/debianPackages.ts';
import { temporaryFolder } from '../site/folders.ts';

const run = promisify(execFile);

/** Where the root has this project, for its own tools and for git. */
const projectInside = '/mnt/project';

/** Its own tools, which come before the machine's. */
const toolsInside = '/opt/tools';

/**
 * The machine's Debian as it is, with its own changes, users, processes and network: nothing that happens in it reaches the
 * machine, and it is gone when it is stopped. Git finds this project where docs/deploy.md clones from; `npm ci` gives the
 * project's own packages; `systemctl` is a small one.
 */
export class DebianRoot {
  readonly #folder: string;
  readonly #holder: ChildProcess;

  private constructor(folder: string, holder: ChildProcess) {
    this.#folder = folder;
    this.#holder = holder;
  }

  /** Whether this machine can make one: Linux as root with the programs of a Debian server. */
  static async isPossible(): Promise<boolean> {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
    const tools = ['unshare', 'nsenter', 'runuser', 'adduser', 'git', 'curl', 'perl'];
    const found = await Promise.all(tools.map((tool) => starts(tool, '--version')));
    return (
      found.every(Boolean) && (await starts('unshare', '--mount', '--pid', '--net', '--fork', 'sh', '-c', tryOverlay))
    );
  }

  static async start(): Promise<DebianRoot> {
    const folder = await temporaryFolder('debian');
    await writeFile(join(folder, 'prepare.sh'), prepare);
    const namespaces = ['--mount', '--pid', '--net', '--fork', '--kill-child'];
    const program = [...namespaces, 'sh', '-e', join(folder, 'prepare.sh'), folder, project];
    const holder = spawn('unshare', program, { stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = once(holder, 'exit').then(() => Promise.reject(new Error('The root could not be made.')));
    await Promise.race([once(holder.stdout, 'data'), ended]);
    return new DebianRoot(folder, holder);
  }

  /** Runs a shell script in it, as root. Rejects with its output when a command fails. */
  async run(script: string): Promise<string> {
    const [child] = (await run('pgrep', ['--parent', String(this.#holder.pid)])).stdout.trim().split('\n');
    const enter = ['--target', String(child), '--mount', '--pid', '--net', '--root'];
    const environment = ['env', '-i', 'HOME=/root', `PATH=${toolsInside}:/usr/local/bin:/usr/bin:/usr/sbin:/bin:/sbin`];
    const { stdout } = await run('nsenter', [...enter, ...environment, 'sh', '-ec', `cd /\n${script}`]);
    return stdout;
  }

  async stop(): Promise<void> {
    this.#holder.stdin?.end();
    if (this.#holder.exitCode === null && this.#holder.signalCode === null) await once(this.#holder, 'exit');
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Fails where overlays can't be mounted, as in most containers. */
const tryOverlay =
  'mount -t tmpfs x /mnt && mkdir /mnt/a /mnt/b /mnt/c && mount -t overlay -o lowerdir=/,upperdir=/mnt/a,workdir=/mnt/b x /mnt/c';

/** Parameters: an empty folder, and the project. Ends with its standard input. */
const prepare = `
mount -t tmpfs tmpfs "$1"
mkdir "$1/changes" "$1/work" "$1/root"
mount -t overlay -o "lowerdir=/,upperdir=$1/changes,workdir=$1/work" overlay "$1/root"
cd "$1/root"
mount -t proc proc proc
mount --rbind /dev dev
mount -t tmpfs tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp
mkdir -p .${projectInside}
mount --bind "$2" .${projectInside}
# The loopback interface comes down in a new network: SIOCSIFFLAGS with IFF_UP.
perl -MSocket -e 'socket(my $s, AF_INET, SOCK_DGRAM, 0); my $up = pack("a16s", "lo", 1); ioctl($s, 0x8914, $up) or die $!'

# A server has no browser.
rm -f usr/bin/chromium* usr/bin/google-chrome*
# Git's clone of the documented address is one of the project.
printf '[safe]\\n\\tdirectory = *\\n[url "file://${projectInside}"]\\n\\tinsteadOf = https://git.example.com/site.git\\n' > etc/gitconfig
mkdir -p .${toolsInside}
tool() { cat > ".${toolsInside}/$1"; chmod 755 ".${toolsInside}/$1"; }
tool sudo <<'END'
#!/bin/sh
[ "$1" = -u ] || exit 64
user=$2; shift 2
exec runuser -u "$user" -- "$@"
END
tool systemctl <<END
#!/bin/sh
exec ${projectInside}/node_modules/.bin/node ${projectInside}/testkit/src/deploy/systemctl.ts "\\$@"
END
# Only root may mount the packages where the site's user has asked for them.
mkfifo -m 622 run/npm-ci
tool npm <<'END'
#!/bin/sh
[ "$1" = ci ] || PATH=\${PATH#*:} exec npm "$@"
mkdir -p node_modules; pwd -P > /run/npm-ci
until [ -e node_modules/.package-lock.json ]; do sleep 0.1; done
END
(while :; do
  folder=$(cat run/npm-ci)
  mount --bind "$2/node_modules" "$1/root$folder/node_modules"
done) &
exec chroot "$1/root" sh -c 'echo ready; exec cat > /dev/null'
`;
