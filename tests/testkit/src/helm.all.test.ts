import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { root } from '@site/bundling/project.ts';
import { findHelm } from './deploy/helm.ts';
import { findKustomize, kubernetesFolder, type Manifest, parseManifests, render } from './deploy/kustomize.ts';
import type { Deployment } from './deploy/onThisMachine.ts';
import { unknownFields, validate } from './deploy/schemas.ts';

const run = promisify(execFile);

const example = join(kubernetesFolder, 'example');
const exampleValues = ['--values', join(example, 'values.yaml')];

/** Every value that the schema has. */
const everyValue = {
  image: 'registry.example.com:5000/site@sha256:'.padEnd(102, '0'),
  host: 'www.example.org',
  settings: { RELEASES: 's3://releases', TRUST_PROXY: '' },
  keys: '{ "owner": { "apps": ["*"] } }',
  ingress: { class: 'traefik', tlsSecret: 'own-tls', annotations: { 'cert-manager.io/cluster-issuer': 'own-issuer' } },
  site: { minReplicas: 3, maxReplicas: 30, resources: { limits: { memory: '2Gi' } }, secret: 'own-site' },
  api: { replicas: 4, resources: { requests: { cpu: 1 } }, secret: 'own-api' },
  store: { resources: { limits: { memory: '3Gi' } }, secret: 'own-store' },
  namespaces: { ingress: 'own-ingress', monitoring: 'own-monitoring' },
  addresses: { bucket: ['10.1.0.0/16', 'fd00:1::/64'], database: ['10.2.0.1/32'], mail: ['10.3.0.1/32'] },
  egress: [{ to: [{ ipBlock: { cidr: '10.4.0.1/32' } }], ports: [{ port: 6379 }] }],
  global: { of: 'another chart' },
} as const;

/** What values may be. */
interface Schema {
  readonly properties: Readonly<Record<string, { readonly properties?: object }>>;
}

let helm: string | undefined;
let folder: string;

beforeAll(async () => {
  helm = await findHelm();
  if (!helm) console.warn('Skipped: needs Helm, or Linux on x64 and npm’s registry.');
  folder = await mkdtemp(join(tmpdir(), 'site-helm-'));
}, 300_000);

afterAll(() => rm(folder, { recursive: true }));

/** Runs Helm from another folder than the chart's, and returns what it prints. */
async function runHelm(...words: readonly string[]): Promise<string> {
  return (await run(helm ?? 'helm', words, { cwd: folder })).stdout;
}

/** What Helm would install. */
async function template(chart: string, ...words: readonly string[]): Promise<readonly Manifest[]> {
  return parseManifests(await runHelm('template', 'site', chart, '--namespace', 'site', ...words));
}

async function withEveryValue(chart = kubernetesFolder): Promise<readonly Manifest[]> {
  const file = join(folder, 'every-value.json');
  await writeFile(file, JSON.stringify(everyValue));
  return await template(chart, '--values', file);
}

/** The error of Helm about values, on top of the example's. */
async function refusal(...words: readonly string[]): Promise<string> {
  const error: unknown = await template(kubernetesFolder, ...exampleValues, ...words).catch(
    (reason: unknown) => reason,
  );
  return error instanceof Error ? error.message : 'It took them.';
}

/** The command of docs/containers.md, which would install the example: rendered instead. */
async function documented(): Promise<readonly Manifest[]> {
  const page = await readFile(join(root, 'docs/containers.md'), 'utf8');
  const [, words = ''] = /^helm upgrade --install (.*)$/m.exec(page.replaceAll(/ \\\n */g, ' ')) ?? [];
  const { stdout } = await run(helm ?? 'helm', ['template', ...words.split(' ')], { cwd: root });
  return parseManifests(stdout);
}

/** What makes pods be replaced, of each Deployment. */
const checksumsOf = (manifests: readonly Manifest[]): readonly (string | undefined)[] =>
  manifests
    .filter(({ kind }) => kind === 'Deployment')
    .map((found) => (found as Deployment).spec.template.metadata.annotations?.['checksum/settings']);

/**
 * Manifests without what differs by intent: kustomize names ConfigMaps after what they contain, where the chart has a
 * checksum; and makes the namespace, which Helm leaves to the command before.
 */
function comparable(manifests: readonly Manifest[]): readonly unknown[] {
  const text = JSON.stringify(manifests.filter(({ kind }) => kind !== 'Namespace'))
    .replaceAll(/"(site-(?:settings|keys))-[a-z0-9]{10}"/g, '"$1"')
    .replaceAll(/"annotations":\{"checksum\/settings":"[0-9a-f]{64}"\},/g, '');
  const nameOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;
  return (JSON.parse(text) as Manifest[]).toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
}

test('Helm finds nothing to complain about in the chart', async () => {
  if (!helm) return;
  expect(await runHelm('lint', '--strict', kubernetesFolder, ...exampleValues)).toContain('0 chart(s) failed');
});

test('the command for Helm installs what the example for kustomize is', async () => {
  const kustomize = await findKustomize();
  if (!helm || !kustomize) return;
  const manifests = await documented();
  expect(comparable(manifests)).toEqual(comparable(await render(kustomize, example)));
  expect(checksumsOf(manifests)).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/^[0-9a-f]{64}$/)));
});

test('with every value, each manifest is as its published schema wants it, without a field that it doesn’t know', async () => {
  if (!helm) return;
  const manifests = await withEveryValue();
  for (const manifest of manifests) expect(() => validate(manifest), JSON.stringify(manifest)).not.toThrow();
  expect(await unknownFields(manifests)).toBe('');
});

test('every value arrives', async () => {
  if (!helm) return;
  const { properties } = JSON.parse(await readFile(join(kubernetesFolder, 'values.schema.json'), 'utf8')) as Schema;
  for (const [name, { properties: below = {} }] of Object.entries(properties))
    for (const path of [name, ...Object.keys(below).map((key) => `${name}.${key}`)])
      expect(everyValue, path).toHaveProperty(path);
  const { settings, keys, global: _, ...others } = everyValue;
  const text = JSON.stringify(await withEveryValue());
  const leaves = (value: unknown): readonly unknown[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];
  for (const leaf of [...leaves(others), ...leaves(settings)]) expect(text).toContain(JSON.stringify(leaf));
  expect(text).toContain(JSON.stringify({ 'site-keys.json': keys }));
  expect(text, 'what it is merged with').toContain('"limits":{"memory":"2Gi"},"requests":{"cpu":"500m"');
  for (const replaced of ['ingress-nginx"', '"monitoring"', '0.0.0.0/0', 'site-secrets', 'www.example.com'])
    expect(text).not.toContain(replaced);
});

test('the packed chart installs the same, and has nothing else in it', async () => {
  if (!helm) return;
  await runHelm('package', kubernetesFolder, '--destination', folder);
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { readonly version: string };
  const packed = join(folder, `site-${version}.tgz`);
  expect(await withEveryValue(packed)).toEqual(await withEveryValue());
  const { stdout } = await run('tar', ['-tzf', packed]);
  expect(stdout).not.toMatch(/prometheus|namespace|settings\.env|example\/values/);
});

test('without values, everything that has no default is named', async () => {
  if (!helm) return;
  const error: unknown = await template(kubernetesFolder).catch((reason: unknown) => reason);
  for (const name of ['image', 'host', 'settings']) expect(String(error)).toContain(name);
});

test.each([
  [['--set', 'host=null'], /host/],
  [['--set', 'host=https://www.example.com'], /host/],
  [['--set', 'image=registry.example.com/site: 1.2.0'], /image/],
  [['--set', 'image=registry.example.com/site:1.2.0:1.2.0'], /image/],
  [['--set', 'settings.RELEASES=null'], /RELEASES/],
  [['--set', 'settings.RELEASES=/srv/releases'], /RELEASES/],
  [['--set', 'settings.MESSAGES_KEEP_DAYS=30'], /MESSAGES_KEEP_DAYS/],
  [['--set', 'settings.mailTo=team@example.com'], /mailTo/],
  [['--set-string', 'settings.PORT=80'], /settings\.PORT: every pod has its own\. Remove it/],
  [
    ['--set', 'settings.SITE_ORIGIN=https://www.example.com'],
    /settings\.SITE_ORIGIN: it follows from host\. Remove it/,
  ],
  [['--set', 'keys=site-keys.json'], /keys: this is not the text of a file of keys/],
  [['--set', 'sites.minReplicas=3'], /sites/],
  [['--set', 'site.minReplicas=many'], /minReplicas/],
  [['--set', 'site.resources.limit.memory=1Gi'], /limit/],
  [['--set', 'store.replicas=2'], /replicas/],
  [['--set', 'addresses.database={10.0.0.5}'], /addresses.database/],
])('%j is refused, and said to be wrong', async (words, expected) => {
  if (!helm) return;
  expect(await refusal(...words)).toMatch(expected);
});

test('other settings, keys or hosts replace the pods, another number of them doesn’t', async () => {
  if (!helm) return;
  const checksums = async (...words: readonly string[]) =>
    checksumsOf(await template(kubernetesFolder, ...exampleValues, ...words));
  const before = await checksums();
  expect(new Set(before).size).toBe(1);
  const keys = join(folder, 'site-keys.json');
  await writeFile(keys, everyValue.keys);
  for (const words of [
    ['--set', 'settings.MAIL_TO=other@example.com'],
    ['--set', 'host=www.example.org'],
    ['--set-file', `keys=${keys}`],
  ])
    expect((await checksums(...words))[0], words.join(' ')).not.toBe(before[0]);
  expect(await checksums('--set', 'api.replicas=3')).toEqual(before);
});
