import type { SettingSchemas } from '@site/node/settings.ts';
import { z } from 'zod';

/** The samplers that OpenTelemetry names. `parentbased_`: a server in front may decide instead. */
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** The name of a sampler. */
export type SamplerName = (typeof samplers)[number];

const headersError = 'must be headers such as authorization=Bearer%20TOKEN, with commas between them';
const ratioError = 'must be a number from 0 to 1';

/** `name=value,name=value`, with percent-encoded values. */
const headers = z.string().transform((text, context) => {
  try {
    const pairs = text.split(',').map((part) => /^\s*([\w.-]+)\s*=\s*(\S+)\s*$/.exec(part) ?? []);
    if (pairs.some(([, name]) => !name)) throw new Error(headersError);
    const decoded = pairs.map(([, name = '', value = '']) => [name.toLowerCase(), decodeURIComponent(value)] as const);
    return Object.fromEntries(new Headers(decoded.map(([name, value]) => [name, value])));
  } catch {
    context.addIssue({ code: 'custom', message: headersError });
    return z.NEVER;
  }
});

/**
 * The settings of traces, by OpenTelemetry's own names.
 *
 * @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be the http(s) address of a collector, such as http://127.0.0.1:4318' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.optional(),
  OTEL_SERVICE_NAME: z.string().max(255, 'must have 255 characters or less').optional(),
  OTEL_TRACES_SAMPLER: z.enum(samplers, `must be one of ${samplers.join(', ')}`).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number(ratioError).min(0, ratioError).max(1, ratioError).optional(),
} as const satisfies SettingSchemas;

const schema = z.object(tracingSettings);

/** The settings of traces; `.env.example` explains each name. */
export type TracingSettings = z.infer<typeof schema>;
