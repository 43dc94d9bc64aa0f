import type { FromRenderer, InspectedPage, RenderedParts, RenderOutcome } from '@site/shell/render/messages.ts';
import { z } from 'zod';
import { serverLimits } from '../limits.ts';

const id = z.number();
const texts = z.record(z.string(), z.string());

const failure = { message: z.string(), stack: z.string().exactOptional() };

const text = z.string().max(serverLimits.renderedPage);

const parts: z.ZodType<RenderedParts> = z.object({
  language: z.string(),
  head: text,
  html: text,
  boot: text,
  module: z.object({ remote: z.string(), name: z.string() }).exactOptional(),
});

const outcome: z.ZodType<RenderOutcome> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('view'), status: z.int().min(200).max(599), parts, missingTexts: z.array(z.string()) }),
  z.object({ kind: z.literal('redirect'), location: z.string() }),
  z.object({ kind: z.literal('method-not-allowed') }),
  z.object({ kind: z.literal('failed'), ...failure, isLate: z.boolean() }),
]);

const inspected: z.ZodType<InspectedPage> = z.object({
  module: z.string(),
  problem: z.object(failure).exactOptional(),
  keys: z.record(z.string(), z.array(z.string())),
});

const request = z.object({
  job: id,
  path: z.string(),
  method: z.string(),
  headers: texts,
  body: z.string().exactOptional(),
});

const schema: z.ZodType<FromRenderer> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('started'), id }),
  z.object({ type: z.literal('rendered'), id, outcome }),
  z.object({ type: z.literal('inspected'), id, pages: z.array(inspected) }),
  z.object({ type: z.literal('fetch'), id, request }),
]);

/** Checks a worker's message: untrusted, as remotes run in it. Undefined when it is invalid. */
export const parseRendererMessage = (sent: unknown): FromRenderer | undefined => schema.safeParse(sent).data;
