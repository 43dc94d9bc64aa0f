import { execFile } from 'node:child_process';
import { access, chown, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { root as project } from '@site/bundling/project.ts';
import { thisMachine } from '../browser/machine.ts';
import { installPackages, starts, unpackedFolder } from '../debianPackages.ts';
import { temporaryFolder } from '../site/folders.ts';

const runFile = promisify(execFile);

/** The user of the image. */
export const imageUser = 10_001;

/** The name of the image. */
export const imageName = 'localhost/site-tested';

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

/** Runs buildah or podman to its end, and returns what it prints. */
export async function runTool(program: 'buildah' | 'podman', ...parameters: readonly string[]): Promise<string> {
  // Podman would leave the health of pods to systemd.
  const own = { BUILDAH_ISOLATION: 'chroot', CONTAINERS_CONF: configuration, DISABLE_HC_SYSTEMD: 'true' };
  const env = { ...process.env, ...own };
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
    // What waits in a pod for its containers.
    await installPackages(thisMachine, 'catatonit', ...programs);
    for (const program of programs) if (!(await starts(program, '--version'))) return `Needs ${program}.`;
    await prepareBase();
    const isAllowed = await runTool('podman', 'run', '--rm', '--network', 'host', base, 'true').then(
      () => true,
      () => false,
    );
    return isAllowed ? undefined : 'Needs a machine that may run containers.';
  }

  /** Builds it, with a store that has the given releases. */
  static async build(releases: string): Promise<Image> {
    await buildFrom(project, imageName);
    const folder = await temporaryFolder('image');
    await cp(releases, join(folder, 'releases'), { recursive: true });
    await mkdir(join(folder, 'data'), { mode: 0o700 });
    await chown(join(folder, 'data'), imageUser, imageUser);
    return new Image(folder);
  }

  /**
   * Builds it again from nothing, in another folder with other times. Returns the digests of both in OCI's format: Docker's
   * also has the name of the container that built it.
   */
  async digests(): Promise<readonly string[]> {
    const again = `${imageName}-again`;
    const sources = join(this.#folder, 'sources');
    const isSource = (file: string) => !notSources.includes(basename(file));
    await cp(project, sources, { recursive: true, filter: isSource });
    await buildFrom(sources, again);
    const digests = [];
    for (const name of [imageName, again]) {
      await runTool(
        'buildah',
        'push',
        '--digestfile',
        join(this.#folder, 'digest'),
        name,
        `oci:${this.#folder}/pushed`,
      );
      digests.push(await readFile(join(this.#folder, 'digest'), 'utf8'));
    }
    await runTool('podman', 'image', 'rm', again);
    return digests;
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
    const container = await runTool('podman', 'run', ...fixed, ...options, imageName, ...command);
    this.#containers.push(container);
    return container;
  }

  /** Runs a program in a container to its end, and returns what it prints. */
  run = (container: string, ...command: readonly string[]): Promise<string> =>
    runTool('podman', 'exec', container, ...command);

  /** The command by which the image checks its health. */
  async healthCheck(): Promise<readonly string[]> {
    const [image] = JSON.parse(await runTool('podman', 'image', 'inspect', imageName)) as {
      readonly Healthcheck: { readonly Test: readonly string[] };
    }[];
    return image?.Healthcheck.Test.slice(1) ?? [];
  }

  async remove(): Promise<void> {
    for (const container of this.#containers) await runTool('podman', 'rm', '--force', container);
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** What a checkout has besides its sources. */
const notSources = ['.cache', '.git', 'dist', 'node_modules', 'test-results'];

/** Builds the image of the sources in a folder, as docs/containers.md says. */
async function buildFrom(folder: string, tag: string): Promise<void> {
  const file = join(folder, 'docs/deploy/Containerfile');
  const options = ['--format', 'docker', '--timestamp', '0', '--build-arg', `NODE=${base}`];
  await runTool('buildah', 'bud', ...options, '--file', file, '--tag', tag, folder);
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
  // npm's own answer is about the Node that runs it, which may have come without npm.
  const { stdout: script } = await runFile('sh', ['-c', 'realpath "$(command -v npm)"']);
  const container = await runTool('buildah', 'from', 'scratch');
  await runTool('buildah', 'add', container, debian, '/');
  await runTool('buildah', 'copy', container, process.execPath, '/usr/local/bin/node');
  await runTool('buildah', 'copy', container, join(script.trim(), '../..'), '/usr/local/lib/node_modules/npm');
  const npm = '../lib/node_modules/npm/bin/npm-cli.js';
  await runTool('buildah', 'run', container, '--', '/bin/ln', '-s', npm, '/usr/local/bin/npm');
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  const inside = '/etc/ssl/certs/ca-certificates.crt';
  if (certificates) await runTool('buildah', 'copy', container, certificates, inside);
  const variables = ['PATH=/usr/local/bin:/usr/bin:/bin', ...(certificates ? [`NODE_EXTRA_CA_CERTS=${inside}`] : [])];
  await runTool('buildah', 'config', ...variables.flatMap((variable) => ['--env', variable]), container);
  await runTool('buildah', 'commit', '--rm', container, base);
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
