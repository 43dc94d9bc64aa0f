import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { parse } from 'yaml';
import { findKustomize, kubernetesFolder, type Manifest, render } from './deploy/kustomize.ts';
import type { Deployment } from './deploy/onThisMachine.ts';
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

test('a new version’s pods are spread over the nodes, wherever those that they replace are', async () => {
  const manifests = await example();
  if (!manifests) return console.warn('Skipped: needs kubectl 1.27 or later, or kustomize 5.');
  const several = manifests.filter(
    (manifest): manifest is Deployment => manifest.kind === 'Deployment' && manifest.metadata.name !== 'site-store',
  );
  for (const { metadata, spec } of several) {
    const constraints = spec.template.spec.topologySpreadConstraints ?? [];
    expect(
      constraints.map(({ topologyKey }) => topologyKey),
      metadata.name,
    ).toContain('kubernetes.io/hostname');
    for (const { matchLabelKeys } of constraints) expect(matchLabelKeys, metadata.name).toEqual(['pod-template-hash']);
  }
});

interface ScrapeJob {
  readonly job_name: string;
  readonly relabel_configs: readonly {
    readonly source_labels: readonly [string];
    readonly regex?: string;
    readonly target_label?: string;
  }[];
}

const scrapeJobs = async (file: string) =>
  (parse(await readFile(join(kubernetesFolder, file), 'utf8')) as { readonly scrape_configs: readonly ScrapeJob[] })
    .scrape_configs;

/** What Prometheus knows of a Deployment's pods, by the names of its discovery. */
function discovered(deployment: Manifest): Readonly<Record<string, string | undefined>> {
  const { template } = (deployment as Deployment).spec;
  const labels = Object.entries(template.metadata.labels);
  return {
    ...Object.fromEntries(labels.map(([name, value]) => [`pod_label_${name.replaceAll(/\W/g, '_')}`, value])),
    pod_container_port_name: template.spec.containers[0]?.ports?.[0]?.name,
    pod_name: `${deployment.metadata.name}-1`,
    namespace: 'site',
  };
}

test('Prometheus finds every pod, as a target of the job that alerts know', async () => {
  const manifests = await example();
  if (!manifests) return console.warn('Skipped: needs kubectl 1.27 or later, or kustomize 5.');
  const [job] = await scrapeJobs('prometheus.yml');
  const pods = manifests.filter(({ kind }) => kind === 'Deployment').map(discovered);
  const labels = pods.map((pod) => {
    const given = (job?.relabel_configs ?? []).map(
      ({ source_labels: [source], regex = '.+', target_label = 'kept' }) => {
        const value = pod[source.replace('__meta_kubernetes_', '')];
        expect(value, source).toMatch(new RegExp(`^(?:${regex})$`));
        return [target_label, value];
      },
    );
    return Object.fromEntries(given) as { readonly job: string };
  });
  const known = (await scrapeJobs('../prometheus.yml')).map(({ job_name }) => job_name);
  expect(labels.map((label) => label.job).toSorted()).toEqual(['api', 'site', 'store']);
  expect(known).toEqual(expect.arrayContaining(labels.map((label) => label.job)));
});

test('the autoscaler asks for the metric that the Prometheus adapter makes of the site’s', async () => {
  const read = (file: string) => readFile(join(kubernetesFolder, file), 'utf8');
  const { rules } = parse(await read('prometheus-adapter.yml')) as {
    readonly rules: readonly { readonly name: { readonly as: string } }[];
  };
  expect(rules).toHaveLength(1);
  expect(await read('base/site.yaml')).toContain(`metric: { name: ${rules[0]?.name.as} }`);
});
