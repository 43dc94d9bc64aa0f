import type { Tracing } from '@site/node/spans.ts';
import type { Registry } from 'prom-client';
import type { TracingSettings } from './settings.ts';

/**
 * Opens the way to the collector that the settings name; undefined, and nothing of OpenTelemetry is loaded, without one.
 *
 * @param service the program's name, unless `OTEL_SERVICE_NAME` gives another
 * @param registry where the counter of spans goes
 * @param onProblem says that the collector takes no spans
 */
export async function openTracing(
  settings: TracingSettings & { readonly TRUST_PROXY: string },
  service: string,
  registry: Registry,
  onProblem: (text: string) => void,
): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME = service } = settings;
  if (endpoint === undefined) return undefined;
  const [{ OtlpTracing }, { reportOutcomes }] = await Promise.all([
    import('./OtlpTracing.ts'),
    import('./reportOutcomes.ts'),
  ]);
  const onOutcome = reportOutcomes(registry, new URL(endpoint).origin, onProblem);
  return new OtlpTracing({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME }, onOutcome);
}
