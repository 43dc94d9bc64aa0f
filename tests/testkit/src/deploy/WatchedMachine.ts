import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@site/bundling/project.ts';
import { projectInside, type SystemdMachine } from './SystemdMachine.ts';

/** Programs of Debian's packages, on the machine around the watched one. */
export interface Watchers {
  readonly prometheus: string;
  readonly blackbox: string;
}

/** How many seconds of the rules pass in one. */
const factor = 30;

const milliseconds = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * Shortens how long rules wait and how far they look back, so that an hour passes in two minutes. What they compare with
 * thresholds stays: events that a test causes in seconds are as many as those that an operator sees in minutes.
 */
export const sooner = (rules: string): string =>
  rules.replaceAll(
    /(?<=\[|offset |for: )(\d+)([smhd])/g,
    (_, count: string, unit: keyof typeof milliseconds) => `${(Number(count) * milliseconds[unit]) / factor}ms`,
  );

/** Has the documented jobs scrape each second, which is less often than they should by the same measure, and the probe every other. */
const scrapedSooner = (jobs: string): string =>
  jobs
    .replaceAll(/(?<=(?:scrape|evaluation)_interval: )15s/g, '1s')
    .replace('scrape_interval: 60s', 'scrape_interval: 2s')
    .replace('scrape_timeout: 20s', 'scrape_timeout: 2s');

/** When an alert fired, in seconds since 1970. */
interface Firing {
  readonly alert: string;
  readonly from: number;
  readonly to: number;
}

interface Series {
  readonly metric: { readonly alertname: string; readonly alertstate: string };
  readonly values: readonly (readonly [number, string])[];
}

/** Prometheus in a machine, with the shipped rules in a shorter time. */
export class WatchedMachine {
  readonly #machine: SystemdMachine;

  private constructor(machine: SystemdMachine) {
    this.#machine = machine;
  }

  /**
   * Starts Prometheus and its blackbox exporter, by the files of docs/deploy, and waits until each target was scraped once, which
   * is some seconds after Prometheus says that it is ready: it sees no increase in what happened before.
   *
   * @param sites addresses of the site's servers
   * @param trusted file with the certificates that the exporter trusts
   */
  static async start(
    machine: SystemdMachine,
    { prometheus, blackbox }: Watchers,
    { token, sites, trusted }: { readonly token: string; readonly sites: readonly string[]; readonly trusted: string },
  ): Promise<WatchedMachine> {
    const documented = async (name: string) =>
      (await readFile(join(root, 'docs/deploy', name), 'utf8')).replaceAll('THE_TOKEN', token);
    const jobs = scrapedSooner(await documented('prometheus.yml')).replace("['127.0.0.1:3000']", JSON.stringify(sites));
    const write = (name: string, text: string) => `cat > /etc/prometheus/${name} <<'END'\n${text}\nEND`;
    const inside = (program: string) => program.replace(root, projectInside);
    await machine.run(`
      mkdir -p /etc/prometheus
      ${write('prometheus.yml', jobs)}
      ${write('alerts.yml', sooner(await documented('alerts.yml')))}
      ${write('blackbox.yml', await documented('blackbox.yml'))}
      systemd-run --quiet --unit=blackbox --setenv=SSL_CERT_FILE=${trusted} \\
        ${inside(blackbox)} --config.file=/etc/prometheus/blackbox.yml --web.listen-address=127.0.0.1:9115
      systemd-run --quiet --unit=prometheus ${inside(prometheus)} --config.file=/etc/prometheus/prometheus.yml \\
        --storage.tsdb.path=/run/prometheus --query.lookback-delta=10s --web.listen-address=127.0.0.1:9090
      until targets=$(curl -fs http://127.0.0.1:9090/api/v1/targets) && echo "$targets" | grep -q '"health":"' &&
        ! echo "$targets" | grep -q '"health":"unknown"'; do sleep 0.1; done`);
    return new WatchedMachine(machine);
  }

  /** The names of alerts that are pending or firing now. */
  async active(): Promise<readonly string[]> {
    return [...new Set((await this.#ask('ALERTS')).map(({ metric }) => metric.alertname))].toSorted();
  }

  /** When alerts have begun to fire since a time, the earliest first. An alert that two servers raise at once fires once. */
  async firings(since: number): Promise<readonly Firing[]> {
    const times = new Map<string, number[]>();
    for (const { metric, values } of await this.#ask('ALERTS{alertstate="firing"}[1h]'))
      times.set(metric.alertname, [...(times.get(metric.alertname) ?? []), ...values.map(([time]) => time)]);
    return [...times]
      .flatMap(([alert, at]) => spans(at).map(([from, to]) => ({ alert, from, to })))
      .filter(({ from }) => from >= since)
      .toSorted((one, other) => one.from - other.from);
  }

  async #ask(query: string): Promise<readonly Series[]> {
    const output = await this.#machine.run(
      `curl -fsS http://127.0.0.1:9090/api/v1/query --data-urlencode 'query=${query}'`,
    );
    return (JSON.parse(output) as { readonly data: { readonly result: readonly Series[] } }).data.result;
  }
}

/** The first and last of times without a gap: rules are evaluated each second. */
function spans(times: readonly number[]): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const time of times.toSorted((one, other) => one - other)) {
    const last = found.at(-1);
    if (last && time - last[1] < 1.9) last[1] = time;
    else found.push([time, time]);
  }
  return found;
}
