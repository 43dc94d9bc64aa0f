import { execFile } from 'node:child_process';
import { access, chown, cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root as project } from '@site/kit/build/bundles/project.ts';
import { thisMachine } from '@site/tools/browser/machine.ts';
import { installPackages, starts, unpackedFolder } from '@site/tools/debianPackages.ts';
import { temporaryFolder } from '../site/folders.ts';

const runFile = promisify(execFile);

/** The user of the image. */
export const imageUser = 10_001;

const name = 'localhost/site-tested';
const base = 'localhost/site-tested-base';
const cache = unpackedFolder('image');
const debian = join(cache, 'debian.tar');

/** Podman for a machine whose groups systemd doesn't manage, and which may not raise its limits. */
const configuration = join(cache, 'containers.conf');
const configurationText = `[containers]
default_ulimits = []
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "runc"
`;

async function run(program: 'buildah' | 'podman', ...parameters: readonly string[]): Promise<string> {
  const env = { ...process.env, BUILDAH_ISOLATION: 'chroot', CONTAINERS_CONF: configuration };
  return (await runFile(program, parameters, { env, maxBuffer: 16 * 1024 * 1024 })).stdout.trim();
}

/**
 * The image of docs/deploy/Containerfile, built on Debian's own packages with this project's Node: no registry of images is
 * asked.
 */
export class Image {
  readonly #folder: string;
  readonly #containers: string[] = [];

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Why this machine can't build and run one; undefined when it can. */
  static async obstacle(): Promise<string | undefined> {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'Needs root on Linux.';
    const programs = ['buildah', 'mmdebstrap', 'podman', 'runc'];
    await installPackages(thisMachine, ...programs);
    for (const program of programs) if (!(await starts(program, '--version'))) return `Needs ${program}.`;
    await prepareBase();
    const isAllowed = await run('podman', 'run', '--rm', '--network', 'host', base, 'true').then(
      () => true,
      () => false,
    );
    return isAllowed ? undefined : 'Needs a machine that may run containers.';
  }

  /** Builds it, with a store that has the given releases. */
  static async build(releases: string): Promise<Image> {
    const file = join(project, 'docs/deploy/Containerfile');
    const options = ['--format', 'docker', '--timestamp', '0', '--build-arg', `NODE=${base}`];
    await run('buildah', 'bud', ...options, '--file', file, '--tag', name, project);
    const folder = await temporaryFolder('image');
    await cp(releases, join(folder, 'releases'), { recursive: true });
    await mkdir(join(folder, 'data'), { mode: 0o700 });
    await chown(join(folder, 'data'), imageUser, imageUser);
    return new Image(folder);
  }

  /**
   * Starts a container with a root that can't be written to, in the machine's network.
   *
   * @returns its id
   */
  async start(settings: Readonly<Record<string, string>>, ...command: readonly string[]): Promise<string> {
    const places = [`${this.#folder}/data:/data`, `${this.#folder}/releases:/releases:ro`];
    const options = [
      ...places.flatMap((place) => ['--volume', place]),
      ...Object.entries(settings).flatMap(([setting, value]) => ['--env', `${setting}=${value}`]),
    ];
    // Podman would leave its health to systemd.
    const fixed = ['--detach', '--network', 'host', '--read-only', '--tmpfs', '/tmp', '--no-healthcheck'];
    const container = await run('podman', 'run', ...fixed, ...options, name, ...command);
    this.#containers.push(container);
    return container;
  }

  /** Runs a program in a container to its end, and returns what it prints. */
  run = (container: string, ...command: readonly string[]): Promise<string> =>
    run('podman', 'exec', container, ...command);

  /** The command by which the image checks its health. */
  async healthCheck(): Promise<readonly string[]> {
    const [image] = JSON.parse(await run('podman', 'image', 'inspect', name)) as {
      readonly Healthcheck: { readonly Test: readonly string[] };
    }[];
    return image?.Healthcheck.Test.slice(1) ?? [];
  }

  async remove(): Promise<void> {
    for (const container of this.#containers) await run('podman', 'rm', '--force', container);
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Debian with Node and npm: those that run the tests. */
async function prepareBase(): Promise<void> {
  await mkdir(cache, { recursive: true });
  await writeFile(configuration, configurationText);
  if (!(await exists(debian))) {
    const packages = '--include=bubblewrap,ca-certificates,libstdc++6';
    const { stdout: release } = await runFile('sh', ['-c', '. /etc/os-release; echo $VERSION_CODENAME']);
    const partial = join(cache, 'partial.tar');
    const mirror = 'http://deb.debian.org/debian';
    await runFile('mmdebstrap', ['--variant=essential', packages, release.trim(), partial, mirror]);
    await rename(partial, debian);
  }
  const { stdout: modules } = await runFile('npm', ['root', '--global']);
  const container = await run('buildah', 'from', 'scratch');
  await run('buildah', 'add', container, debian, '/');
  await run('buildah', 'copy', container, process.execPath, '/usr/local/bin/node');
  await run('buildah', 'copy', container, join(modules.trim(), 'npm'), '/usr/local/lib/node_modules/npm');
  const npm = '../lib/node_modules/npm/bin/npm-cli.js';
  await run('buildah', 'run', container, '--', '/bin/ln', '-s', npm, '/usr/local/bin/npm');
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  const inside = '/etc/ssl/certs/ca-certificates.crt';
  if (certificates) await run('buildah', 'copy', container, certificates, inside);
  const variables = ['PATH=/usr/local/bin:/usr/bin:/bin', ...(certificates ? [`NODE_EXTRA_CA_CERTS=${inside}`] : [])];
  await run('buildah', 'config', ...variables.flatMap((variable) => ['--env', variable]), container);
  await run('buildah', 'commit', '--rm', container, base);
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
