import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@rstest/core';

const run = promisify(execFile);

/** Opens traces, and prints which files of OpenTelemetry are loaded. */
const opening = (settings: object): string => `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({
    load(url, context, next) {
      if (/@opentelemetry|OtlpTracing/.test(url)) loaded.push(url);
      return next(url, context);
    },
  });
  const { openTracing } = await import('@site/tracing/openTracing.ts');
  const registry = { registerMetric() {} };
  const tracing = await openTracing(${JSON.stringify(settings)}, 'site', registry, () => {});
  console.log(JSON.stringify([tracing !== undefined, loaded.join(' ')]));`;

async function openedWith(settings: object): Promise<readonly [isTraced: boolean, loaded: string]> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', opening(settings)]);
  return JSON.parse(stdout);
}

test('without a collector no file of OpenTelemetry is loaded; with one, what sends spans is', async () => {
  expect(await openedWith({ TRUST_PROXY: 'loopback' })).toEqual([false, '']);
  const [isTraced, loaded] = await openedWith({
    TRUST_PROXY: 'loopback',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
  });
  expect(isTraced).toBe(true);
  for (const part of ['OtlpTracing', 'sdk-trace', 'exporter-trace-otlp-http']) expect(loaded).toContain(part);
});
