import { expect, test } from '@rstest/core';
import { readSettings } from '@site/node/settings.ts';
import { z } from 'zod';
import { tracingSettings } from './settings.ts';

const read = (variables: Record<string, string>) => readSettings(z.object(tracingSettings), variables);

test('the headers for a collector are percent-encoded pairs, as OpenTelemetry says', () => {
  const { OTEL_EXPORTER_OTLP_HEADERS: headers } = read({
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20a%3Db, x-scope-orgid = site',
  });
  expect(headers).toEqual({ authorization: 'Bearer a=b', 'x-scope-orgid': 'site' });
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://localhost:4317'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=%'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=a%0d%0ahost:b'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '1 %'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.1'],
])('a wrong value is named: %s=%s', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(new RegExp(`^SITE-SETTINGS ${name} must be`));
});
