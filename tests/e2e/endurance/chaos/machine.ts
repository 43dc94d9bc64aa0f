import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { childrenOf, killAll } from '@site/testkit/measure/processes.ts';
import { canMount, SmallDisk } from '@site/testkit/site/faults/SmallDisk.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { type Disturbance, type FragileSite, startFragile, subjectsIn } from './chaosRun.ts';

/** How often renderers are killed, in milliseconds. */
const killInterval = 250;

/** Limit of open files for the site, and how many connections are opened without a request. */
const descriptors = { limit: 512, idle: 600 };

const onLinux = process.platform === 'linux' ? undefined : 'only Linux tells a process’s children';

/** Trouble of the machine that a site runs on. */
export const machineDisturbances: readonly Disturbance[] = [
  { name: 'renderers killed', alert: 'SiteWorkersLost', cannot: onLinux, prepare: killedRenderers },
  {
    name: 'connections without a request use up all descriptors',
    alert: undefined,
    cannot: onLinux,
    prepare: idleConnections,
  },
  {
    name: 'disk full',
    alert: 'SiteDiskFull',
    cannot: canMount ? undefined : 'only root on Linux can mount a small disk',
    prepare: fullDisk,
  },
  { name: 'clock jumps an hour', alert: undefined, prepare: jumpingClock },
];

async function killedRenderers(): Promise<FragileSite> {
  const site = await startFragile();
  let isKilling = true;
  let killing: Promise<void> | undefined;
  const kill = async () => {
    while (isKilling) {
      killAll(childrenOf(site.program.process.pid ?? 0));
      await delay(killInterval);
    }
  };
  return {
    site,
    fail: async () => {
      killing = kill();
    },
    fix: async () => {
      isKilling = false;
      await killing;
    },
    close: site.stop,
  };
}

async function idleConnections(): Promise<FragileSite> {
  const site = await startFragile({ descriptors: descriptors.limit });
  const { hostname, port } = new URL(site.origin);
  const sockets: Socket[] = [];
  return {
    site,
    fail: async () => {
      for (let number = 0; number < descriptors.idle; number += 1) {
        const socket = connect(Number(port), hostname);
        socket.on('error', () => socket.destroy());
        sockets.push(socket);
      }
    },
    fix: async () => {
      for (const socket of sockets) socket.destroy();
    },
    close: site.stop,
  };
}

async function fullDisk(): Promise<FragileSite> {
  const folder = await temporaryFolder('chaos-disk');
  const disk = new SmallDisk(folder);
  await disk.mount();
  const site = await startFragile({ environment: { DATA_DIR: folder } });
  const close = async () => {
    await site.stop();
    await disk.unmount();
  };
  const stored = () => subjectsIn({ dataDir: folder });
  return { site, fail: () => disk.fill(), fix: () => disk.empty(), stored, close };
}

async function jumpingClock(): Promise<FragileSite> {
  const clock = import.meta.resolve('@site/testkit/site/faults/jumpingClock.ts');
  const site = await startFragile({ environment: { NODE_OPTIONS: `--import=${clock}` } });
  const jump = async () => void site.program.process.kill('SIGUSR2');
  return { site, fail: jump, fix: jump, close: site.stop };
}
