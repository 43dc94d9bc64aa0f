import { limits } from '@site/node/limits.ts';
import type { FromRenderer, InspectedPage } from '@site/shell/render/messages.ts';
import { z } from 'zod';
import { rendererLimits } from '../limits.ts';

const id = z.number();
const texts = z.record(z.string(), z.string());

const { failureText } = rendererLimits.answer;
const { forms, pages } = limits;

/** An error that a worker reports. */
export const serializedError = {
  message: z.string().max(failureText),
  stack: z.string().max(failureText).exactOptional(),
};

const inspected: z.ZodType<InspectedPage> = z.object({
  module: z.string(),
  problem: z.object(serializedError).exactOptional(),
  keys: z.record(z.string(), z.array(z.string())),
  sections: z.array(z.string()).exactOptional(),
});

const request = z.object({
  job: id,
  path: z.string().max(2 * pages.path),
  method: z.string().max(10),
  // Not sent on.
  headers: texts,
  body: z.string().max(forms.json).exactOptional(),
});

const schema: z.ZodType<FromRenderer> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('started'), id }),
  z.object({ type: z.literal('rendered'), id, outcome: z.unknown() }),
  z.object({ type: z.literal('inspected'), id, pages: z.array(inspected) }),
  z.object({ type: z.literal('fetch'), id, request }),
]);

/**
 * Checks a worker's message: untrusted, as remotes run in it. Undefined when it is invalid. readOutcome.ts checks the rendered
 * page, with its job.
 */
export const parseRendererMessage = (sent: unknown): FromRenderer | undefined => schema.safeParse(sent).data;
