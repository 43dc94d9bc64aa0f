import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@site/bundling/project.ts';
import { findPromtool } from '@site/testkit/promtool.ts';
import { ask } from '@site/testkit/site/http.ts';
import { expect, test } from '../support/serverTest.ts';
import { secondTier } from '../support/tiers.ts';
import { notCaused, rounds } from './alertFaults.ts';
import { metricsToken } from './askOperations.ts';

const run = promisify(execFile);

const readDocs = (file: string) => readFile(join(root, 'docs', file), 'utf8');

const matchesOf = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, found = '']) => found)),
];

const alertNames = async () => matchesOf(await readDocs('deploy/alerts.yml'), /- alert: (\w+)/g);

test(
  'Prometheus accepts its configuration and the alert rules, and each alert fires only when it should',
  secondTier,
  async () => {
    // Downloading Prometheus may take a while.
    test.setTimeout(900_000);
    const promtool = await findPromtool();
    // biome-ignore lint/suspicious/noSkippedTests: outside CI, Prometheus is optional
    test.skip(
      !promtool && !process.env.CI,
      'Needs promtool: install Prometheus, or run on Debian where it can be fetched.',
    );
    expect(promtool, 'promtool').toBeDefined();
    const cwd = join(root, 'docs/deploy');
    await run(promtool ?? '', ['check', 'rules', 'alerts.yml'], { cwd });
    await run(promtool ?? '', ['test', 'rules', 'alerts.test.yml'], { cwd });
    await run(promtool ?? '', ['check', 'config', 'prometheus.yml'], { cwd });
    // Debian's doesn't know clusters: the rest of the job is checked as if it had a fixed target.
    const job = await readDocs('deploy/kubernetes/prometheus.yml');
    const checked = test.info().outputPath('prometheus.yml');
    await writeFile(checked, job.replace(/kubernetes_sd_configs: .*/, 'static_configs: [{ targets: [site] }]'));
    await run(promtool ?? '', ['check', 'config', checked]);
  },
);

test('each alert is tested both ways, has a fault that raises it or a reason why not, and has its paragraph in the runbook', async () => {
  const [rules, tests, runbook] = await Promise.all(
    ['deploy/alerts.yml', 'deploy/alerts.test.yml', 'runbook.md'].map(readDocs),
  );
  const alerts = await alertNames();
  expect(alerts.length).toBeGreaterThan(10);
  expect(matchesOf(runbook ?? '', /^### (\w+)$/gm)).toEqual(alerts);
  expect(matchesOf(rules ?? '', /runbook_url: https:\/\/[^#\s]+\/docs\/runbook\.md#(\w+)$/gm)).toEqual(
    alerts.map((name) => name.toLowerCase()),
  );
  expect(matchesOf(tests ?? '', /^ +alertname: (\w+)$/gm), 'when it should').toEqual(alerts);
  expect(matchesOf(tests ?? '', /alertname: (\w+), exp_alerts: \[\]/g), 'and only then').toEqual(alerts);
  const caused = rounds.flat().flatMap((fault) => fault.alerts);
  expect(new Set([...caused, ...Object.keys(notCaused)]), 'by a real fault').toEqual(new Set(alerts));
});

/** The parts of the dashboard that tests look at: a panel asks for metrics, or for traces. */
interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly type: string;
    readonly targets?: readonly { readonly expr?: string; readonly query?: string }[];
  }[];
}

const readDashboard = async () => JSON.parse(await readDocs('deploy/dashboard.json')) as Dashboard;

test('a part of the dashboard follows one remote, in metrics and traces', async () => {
  const { panels } = await readDashboard();
  const start = panels.findIndex(({ title }) => title === 'One remote: $remote');
  const ofRemote = panels.slice(start + 1).filter(({ title }) => !title.endsWith('of all remotes'));
  expect(ofRemote.length).toBeGreaterThan(5);
  for (const { title, targets = [] } of ofRemote)
    for (const { expr, query } of targets) expect(expr ?? query, title).toContain('"$remote"');
});

test('alerts, dashboard and autoscaler ask for metrics that a running site has', async ({ startOwnSite }) => {
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_TO: 'team@example.com', MAIL_FROM: 'site@example.com' };
  const optional = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', CDN_PURGE: 'http://127.0.0.1:9' };
  const site = await startOwnSite({ environment: { METRICS_TOKEN: metricsToken, ...mail, ...optional } });
  const { body } = await ask(site, '/metrics', { headers: { authorization: `Bearer ${metricsToken}` } });
  const exposed = matchesOf(body, /^# TYPE (\S+) (?!histogram)/gm);
  const histograms = matchesOf(body, /^# TYPE (\S+) histogram$/gm);
  const known = [
    ...exposed,
    ...histograms.flatMap((name) => ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`)),
  ];
  const { panels } = await readDashboard();
  const queries = panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => expr ?? []));
  const rules = matchesOf(await readDocs('deploy/alerts.yml'), /expr: (.+?)\n {8}(?:for|labels):/gs);
  expect(rules).toHaveLength((await alertNames()).length);
  const adapted = matchesOf(await readDocs('deploy/kubernetes/prometheus-adapter.yml'), /seriesQuery: (.+)/g);
  expect(adapted).toHaveLength(1);
  for (const expression of [...rules, ...queries, ...adapted]) {
    const asked = matchesOf(expression, /\b((?:site|process|nodejs)_\w+)/g);
    for (const name of asked) expect(known, expression).toContain(name);
  }
});
