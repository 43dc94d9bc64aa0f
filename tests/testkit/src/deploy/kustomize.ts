import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@site/bundling/project.ts';
import { parseAllDocuments } from 'yaml';
import { unpackedFolder, unpackPackages } from '../debianPackages.ts';

const run = promisify(execFile);

/** A manifest of Kubernetes. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

/** The manifests of docs/deploy/kubernetes. */
export const kubernetesFolder = join(root, 'docs/deploy/kubernetes');

const unpackedKubectl = join(unpackedFolder('kubernetes'), 'usr/bin/kubectl');

/** Commands that render a folder: each contains kustomize. */
const commands = [
  ['kubectl', 'kustomize'],
  ['kustomize', 'build'],
  [unpackedKubectl, 'kustomize'],
] as const;

type KustomizeCommand = (typeof commands)[number];

/** A command that renders the example, of the machine or of Debian's package. Undefined where there is none, or only an old one. */
export async function findKustomize(): Promise<KustomizeCommand | undefined> {
  const present = await firstThatRenders();
  if (present) return present;
  await unpackPackages('kubernetes', 'kubernetes-client');
  return await firstThatRenders();
}

async function firstThatRenders(): Promise<KustomizeCommand | undefined> {
  for (const command of commands) {
    const manifests = await render(command, join(kubernetesFolder, 'example')).catch(() => []);
    if (manifests.length > 0) return command;
  }
  return undefined;
}

/** The manifests that a folder with a kustomization.yaml results in. */
export async function render([program, action]: KustomizeCommand, folder: string): Promise<readonly Manifest[]> {
  const { stdout } = await run(program, [action, folder]);
  return parseManifests(stdout);
}

/** The manifests of a text, which `---` separates. */
export function parseManifests(text: string): readonly Manifest[] {
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}
