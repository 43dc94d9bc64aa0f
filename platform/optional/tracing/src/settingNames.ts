/** The settings of traces, by OpenTelemetry's own names; `.env.example` explains each. */
export const tracingNames = {
  names: [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'OTEL_SERVICE_NAME',
    'OTEL_TRACES_SAMPLER',
    'OTEL_TRACES_SAMPLER_ARG',
  ],
  secrets: ['OTEL_EXPORTER_OTLP_HEADERS'],
} as const;
