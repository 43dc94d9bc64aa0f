import type { Readiness } from '@site/node/probes.ts';
import { AggregatorRegistry, type MetricObject, type MetricValue, type Registry } from 'prom-client';
import type { PeerAnswer } from './messages.ts';
import type { Peers } from './Peers.ts';

/** What probes and metrics report when there are several servers: any of them answers for all. */
export function ofAllServers(
  peers: Pick<Peers, 'answer' | 'ask'>,
  registry: Registry,
  readiness: () => Promise<Readiness>,
): { readonly readiness: () => Promise<Readiness>; readonly metrics: Pick<Registry, 'contentType' | 'metrics'> } {
  peers.answer('metrics', () => registry.getMetricsAsJSON());
  peers.answer('readiness', readiness);
  return {
    readiness: async () => gatheredReadiness(await readiness(), await peers.ask('readiness')),
    metrics: {
      contentType: registry.contentType,
      metrics: async () => await gatheredMetrics(await peers.ask('metrics')),
    },
  };
}

type Metric = MetricObject & { readonly values: readonly MetricValue<string>[] };

/**
 * The metrics of all servers as Prometheus reads them. The label `server` keeps them apart: the sum of a counter would fall
 * when a server is replaced, and Prometheus would take that for a new start of all.
 */
async function gatheredMetrics(answers: readonly PeerAnswer[]): Promise<string> {
  const labelled = answers.flatMap(({ server, value }) => {
    if (value === undefined) return [];
    return [(value as readonly Metric[]).map((metric) => withServer(metric, String(server)))];
  });
  return await AggregatorRegistry.aggregate(labelled).metrics();
}

const withServer = (metric: Metric, server: string) => ({
  ...metric,
  aggregator: 'sum',
  // JSON has no NaN.
  values: metric.values.map(({ value, labels, ...rest }) => ({
    ...rest,
    value: value ?? Number.NaN,
    labels: { ...labels, server },
  })),
});

/** Whether all servers are ready. One that starts, or doesn't answer, gets no visitors. */
function gatheredReadiness(own: Readiness, answers: readonly PeerAnswer[]): Readiness {
  // This server answers the supervisor only once it is announced.
  const found = [own, ...answers.flatMap(({ value }) => (value === undefined ? [] : [value as Readiness]))];
  const missing = answers.filter(({ value }) => value === undefined).map(({ server }) => server);
  const servers = missing.length > 0 && {
    servers: `Of ${answers.length} servers, ${missing.join(', ')} ${missing.length === 1 ? 'takes' : 'take'} no visitors now.`,
  };
  const wrong = Object.assign({}, ...found.map((one) => one.wrong));
  const degraded = Object.assign({}, ...found.map((one) => one.degraded), servers);
  const { ready: _, wrong: __, degraded: ___, ...facts } = own;
  return {
    ready: Object.keys(wrong).length === 0,
    ...facts,
    ...(Object.keys(wrong).length > 0 && { wrong }),
    ...(Object.keys(degraded).length > 0 && { degraded }),
  };
}
