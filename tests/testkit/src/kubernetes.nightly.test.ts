import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { parse } from 'yaml';
import { findKustomize, kubernetesFolder, type Manifest, render } from './deploy/kustomize.ts';
import { unknownFields, validate } from './deploy/schemas.ts';

/** The rendered example; undefined on a machine without kustomize. */
async function example(): Promise<readonly Manifest[] | undefined> {
  const kustomize = await findKustomize();
  return kustomize && (await render(kustomize, join(kubernetesFolder, 'example')));
}

test('each manifest for Kubernetes is as its published schema wants it, without a field that it doesn’t know', async () => {
  const manifests = await example();
  if (!manifests) return console.warn('Skipped: needs kubectl 1.27 or later, or kustomize 5.');
  expect(new Set(manifests.map(({ kind }) => kind))).toContain('HorizontalPodAutoscaler');
  for (const manifest of manifests) expect(() => validate(manifest), JSON.stringify(manifest)).not.toThrow();
  expect(await unknownFields(manifests)).toBe('');
});

test('a wrong value and a misspelt field are found', async () => {
  const wrong = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'site' }, spec: { ports: [{ port: 'many' }] } };
  expect(() => validate(wrong)).toThrow(/port/);
  const misspelt = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'site' }, spec: { selectors: {} } };
  expect(await unknownFields([misspelt])).toMatch(/selectors.* does not exist in type 'IServiceSpec'/);
});

test('the autoscaler asks for the metric that the Prometheus adapter makes of the site’s', async () => {
  const read = (file: string) => readFile(join(kubernetesFolder, file), 'utf8');
  const { rules } = parse(await read('prometheus-adapter.yml')) as {
    readonly rules: readonly { readonly name: { readonly as: string } }[];
  };
  expect(rules).toHaveLength(1);
  expect(await read('base/site.yaml')).toContain(`metric: { name: ${rules[0]?.name.as} }`);
});
