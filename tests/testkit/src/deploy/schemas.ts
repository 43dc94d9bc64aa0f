import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installedProgram } from '@site/bundling/installedProgram.ts';
import { root } from '@site/bundling/project.ts';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import type { Manifest } from './kustomize.ts';

const run = promisify(execFile);

const models: Readonly<Record<string, object>> = {
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
  v1: core,
};

type Model = new (manifest: Manifest) => { readonly validate: () => void };

/** Throws if a manifest isn't what the schema of Kubernetes wants. */
export function validate(manifest: Manifest): void {
  const { [manifest.kind]: model } = models[manifest.apiVersion] as Readonly<Record<string, Model>>;
  if (!model) throw new Error(`${manifest.apiVersion} has no ${manifest.kind}.`);
  new model(manifest).validate();
}

/** Fields that the schema doesn't know, which Kubernetes drops: what the compiler finds in literals of the models' types. */
export async function unknownFields(manifests: readonly Manifest[]): Promise<string> {
  await mkdir(join(root, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(root, '.cache/manifests-'));
  try {
    const lines = manifests.map(
      (manifest, index) =>
        `import type { I${manifest.kind} as Model${index} } from 'kubernetes-models/${manifest.apiVersion}';\n` +
        `export const manifest${index}: Model${index} = ${JSON.stringify(manifest)};\n`,
    );
    await writeFile(join(folder, 'manifests.ts'), lines.join(''));
    const compilerOptions = { noEmit: true, strict: true, module: 'nodenext', skipLibCheck: true, types: [] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['manifests.ts'] }));
    const compiler = [installedProgram('typescript', 'tsc'), '--project', folder, '--pretty', 'false'];
    return await run(process.execPath, compiler).then(
      ({ stdout }) => stdout,
      ({ stdout }: { readonly stdout: string }) => stdout,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
