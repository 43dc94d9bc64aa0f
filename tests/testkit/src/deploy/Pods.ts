import { chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { makeSigningKey } from '@site/releases/signing/keys.ts';
import getPort from 'get-port';
import { temporaryFolder } from '../site/folders.ts';
import { imageName, imageUser, runTool } from './Image.ts';
import { findKustomize, kubernetesFolder, type Manifest, render } from './kustomize.ts';
import { type Deployment, onThisMachine } from './onThisMachine.ts';

/** The Deployments of docs/deploy/kubernetes. */
type Server = 'site' | 'site-api' | 'site-store';

/** Secrets of each Deployment, by the names of settings. */
type Secrets = Readonly<Record<Server, Readonly<Record<string, string>>>>;

/**
 * The Deployments of docs/deploy/kubernetes, which kustomize renders and podman runs in the machine's network. Podman knows no
 * Services, readiness, hooks, budgets, autoscalers and network policies. It gives volumes neither group nor mode: the test
 * makes their folders as a kubelet would.
 */
export class Pods {
  readonly #folder: string;
  readonly #deployments: ReadonlyMap<string, Deployment>;
  readonly #ports = new Map<string, number>();
  readonly #played = new Set<string>();

  private constructor(folder: string, manifests: readonly Manifest[]) {
    this.#folder = folder;
    this.#deployments = new Map(
      manifests.filter(({ kind }) => kind === 'Deployment').map((found) => [found.metadata.name, found as Deployment]),
    );
    this.#settings = manifests.filter(({ kind }) => kind === 'ConfigMap');
  }

  readonly #settings: readonly Manifest[];

  /** Why this machine can't render them; undefined when it can. `Image.obstacle` says whether it can run them. */
  static async obstacle(): Promise<string | undefined> {
    return (await findKustomize()) ? undefined : 'Needs kubectl 1.27 or later, or kustomize 5.';
  }

  /** Renders the example with other settings, and with an empty store that one key signs. */
  static async render(settings: Readonly<Record<string, string>>, secrets: Secrets): Promise<Pods> {
    const folder = await temporaryFolder('pods');
    const { public: key } = await makeSigningKey(join(folder, 'owner.key'));
    const owner = { public: key, apps: ['*'], signs: ['releases', 'pointers'] };
    await writeFile(join(folder, 'site-keys.json'), JSON.stringify({ owner }));
    await writeFile(join(folder, 'kustomization.yaml'), overlay(folder, { RELEASES: '/releases', ...settings }));
    for (const [server, files] of Object.entries(secrets)) {
      await mkdir(join(folder, 'secrets', server), { recursive: true });
      for (const [name, secret] of Object.entries(files))
        await writeSecret(join(folder, 'secrets', server, name), secret);
    }
    await ownFolder(join(folder, 'releases'));
    const kustomize = await findKustomize();
    if (!kustomize) throw new Error('There is no kustomize.');
    return new Pods(folder, await render(kustomize, folder));
  }

  /** The private key of the store's owner. */
  get keyFile(): string {
    return join(this.#folder, 'owner.key');
  }

  /** Where a Deployment answers. */
  origin(name: string): string {
    return `http://127.0.0.1:${this.#ports.get(name)}`;
  }

  /**
   * Starts a pod of a Deployment.
   *
   * @param name of the Deployment; another one for a second pod
   */
  async play(server: Server, name: string = server): Promise<string> {
    const deployment = this.#deployments.get(server);
    if (!deployment) throw new Error(`There is no Deployment ${server}.`);
    this.#ports.set(name, await getPort({ host: '127.0.0.1' }));
    const volumes = {
      data: await ownFolder(join(this.#folder, 'data', name)),
      temporary: await ownFolder(join(this.#folder, 'tmp', name)),
      secrets: join(this.#folder, 'secrets', server),
      releases: join(this.#folder, 'releases'),
    };
    const environment = { PORT: String(this.#ports.get(name)), API_ORIGIN: this.origin('site-api') };
    const pod = onThisMachine(deployment, name, environment, volumes);
    const file = join(this.#folder, `${name}.yaml`);
    await writeFile(file, [...this.#settings, pod].map((manifest) => JSON.stringify(manifest)).join('\n---\n'));
    this.#played.add(name);
    await runTool('podman', 'kube', 'play', '--network', 'host', file);
    return this.origin(name);
  }

  /** Ends a pod as Kubernetes does after `preStop`: with a signal, and time to end. */
  async stop(name: string): Promise<void> {
    const seconds = this.#deployments.get('site')?.spec.template.spec.terminationGracePeriodSeconds;
    await runTool('podman', 'pod', 'stop', '--time', String(seconds), podOf(name));
  }

  /** Runs a program in a pod to its end, and returns what it prints. */
  async run(name: string, ...command: readonly string[]): Promise<string> {
    return await runTool('podman', 'exec', `${podOf(name)}-server`, ...command);
  }

  async remove(): Promise<void> {
    for (const name of this.#played) await runTool('podman', 'pod', 'rm', '--force', podOf(name));
    for (const { metadata } of this.#settings) await runTool('podman', 'volume', 'rm', '--force', metadata.name);
    await rm(this.#folder, { recursive: true, force: true });
  }
}

const podOf = (deployment: string): string => `${deployment}-pod-0`;

/** An overlay of the example, as an operator writes one. */
function overlay(folder: string, settings: Readonly<Record<string, string>>): string {
  return JSON.stringify({
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    namespace: 'site',
    resources: [relative(folder, join(kubernetesFolder, 'example'))],
    images: [{ name: 'registry.example.com/site', newName: imageName, newTag: 'latest' }],
    configMapGenerator: [
      {
        name: 'site-settings',
        behavior: 'merge',
        literals: Object.entries(settings).map(([name, value]) => `${name}=${value}`),
      },
      { name: 'site-keys', behavior: 'merge', files: ['site-keys.json'] },
    ],
  });
}

/** As a kubelet writes it: for the group of the pod, with the mode 0440. */
async function writeSecret(file: string, secret: string): Promise<void> {
  await writeFile(file, `${secret}\n`, { mode: 0o440 });
  await chown(file, 0, imageUser);
}

async function ownFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await chown(folder, imageUser, imageUser);
  return folder;
}
