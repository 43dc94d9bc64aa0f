import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@site/bundling/project.ts';

const run = promisify(execFile);

/** The `METRICS_TOKEN` that scraped servers must be started with. */
export const metricsToken = 'a-token-of-the-tests';

/** The jobs of docs/deploy/prometheus.yml, and the servers of each. */
export type Targets = Readonly<Record<string, readonly { readonly origin: string }[]>>;

/** The result of one scrape: the value of each series. */
export type Scrape = ReadonlyMap<string, number>;

/** Reads the metrics of running servers as Prometheus does, with `up` for each. */
export async function scrape(targets: Targets): Promise<Scrape> {
  const series = new Map<string, number>();
  for (const [job, servers] of Object.entries(targets)) {
    for (const [number, { origin }] of servers.entries()) {
      const labels = `job="${job}",instance="${job}:${number + 1}"`;
      const text = await metricsOf(origin);
      series.set(`up{${labels}}`, text === undefined ? 0 : 1);
      for (const [, name, own, value] of (text ?? '').matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm))
        series.set(`${name}{${labels}${own ? `,${own}` : ''}}`, Number(value));
    }
  }
  return series;
}

async function metricsOf(origin: string): Promise<string | undefined> {
  try {
    const headers = { authorization: `Bearer ${metricsToken}` };
    const response = await fetch(`${origin}/metrics`, { headers, signal: AbortSignal.timeout(10_000) });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}

/** How many minutes each of the two scrapes stands for: longer than any alert's delay or range. */
const minutes = 40;

/** When to look, in minutes after the change: single events pass quickly, and some alerts wait. */
const looks = [3, 6, 9, 20] as const;

/**
 * The alerts of docs/deploy/alerts.yml that fire when metrics change from one scrape to the other and stay there.
 * Prometheus' own tool evaluates them.
 */
export async function firingAlerts(promtool: string, before: Scrape, during: Scrape): Promise<readonly string[]> {
  const rules = join(root, 'docs/deploy/alerts.yml');
  const asked = await readFile(rules, 'utf8');
  const names = new Set([...before.keys(), ...during.keys()]);
  const series = [...names]
    .filter((name) => asked.includes(name.split('{')[0] ?? ''))
    .map((name) => ({
      series: name,
      values: [before, during].map((scraped) => repeated(scraped.get(name))).join(' '),
    }));
  const firing = looks.map((minute) => ({
    expr: 'ALERTS{alertstate="firing"}',
    eval_time: `${minutes + minute}m`,
    exp_samples: [],
  }));
  const folder = await mkdtemp(join(tmpdir(), 'site-alerts-'));
  const file = join(folder, 'scraped.yml');
  try {
    // JSON is YAML.
    const tests = [{ interval: '1m', input_series: series, promql_expr_test: firing }];
    await writeFile(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests }));
    await run(promtool, ['test', 'rules', file]);
    return [];
  } catch (error) {
    const output =
      error instanceof Error && 'stdout' in error && 'stderr' in error ? `${error.stdout}${error.stderr}` : '';
    const alerts = [...output.matchAll(/alertname=\\?"(\w+)/g)].map(([, name = '']) => name);
    // The failure isn't about unexpected alerts.
    if (alerts.length === 0) throw error;
    return [...new Set(alerts)].toSorted();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Values of a series, one per minute; `_` means none. */
const repeated = (value: number | undefined): string =>
  Array.from({ length: minutes }, () => (value === undefined || Number.isNaN(value) ? '_' : value)).join(' ');
