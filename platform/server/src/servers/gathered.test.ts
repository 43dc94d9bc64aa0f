import { expect, test } from '@rstest/core';
import { Counter, Gauge, Registry } from 'prom-client';
import { ofAllServers } from './gathered.ts';
import type { PeerAnswer, Topic } from './messages.ts';

/** What all servers report, as the first one does. Values cross between processes as JSON. */
function reportOf(answers: Readonly<Record<Topic, readonly PeerAnswer[]>>) {
  const peers = { answer: () => {}, ask: async (topic: Topic) => JSON.parse(JSON.stringify(answers[topic])) };
  return ofAllServers(peers, new Registry(), async () => ({ ready: true, version: '1.2.3' }));
}

async function metricsOf(count: number): Promise<unknown> {
  const registry = new Registry();
  new Counter({ name: 'pages_total', help: 'Pages', labelNames: ['kind'], registers: [registry] }).inc(
    { kind: 'page' },
    count,
  );
  new Gauge({ name: 'lag', help: 'Lag', registers: [registry], aggregator: 'omit' }).set(Number.NaN);
  return await registry.getMetricsAsJSON();
}

test('the metrics of all servers are one list, with the number of the server', async () => {
  const answers = [{ server: 1, value: await metricsOf(3) }, { server: 2, value: await metricsOf(4) }, { server: 3 }];
  const { metrics } = reportOf({ metrics: answers, readiness: [] });
  expect(await metrics.metrics()).toBe(
    `# HELP pages_total Pages
# TYPE pages_total counter
pages_total{kind="page",server="1"} 3
pages_total{kind="page",server="2"} 4

# HELP lag Lag
# TYPE lag gauge
lag{server="1"} Nan
lag{server="2"} Nan
`,
  );
});

test('servers are ready when each one is that takes visitors, and one without an answer is reported', async () => {
  const ready = { ready: true };
  const wrong = { ready: false, wrong: { store: 'It is away.' }, degraded: { disk: 'It is full.' } };
  const readinessOf = async (...values: readonly (object | undefined)[]) =>
    await reportOf({
      metrics: [],
      readiness: values.map((value, index) => ({ server: index + 1, ...(value && { value }) })),
    }).readiness();
  expect(await readinessOf(ready, ready)).toEqual({ ready: true, version: '1.2.3' });
  expect(await readinessOf(ready, wrong)).toEqual({ ...wrong, version: '1.2.3' });
  expect(await readinessOf(ready, undefined)).toEqual({
    ready: true,
    version: '1.2.3',
    degraded: { servers: 'Of 2 servers, 2 takes no visitors now.' },
  });
});
