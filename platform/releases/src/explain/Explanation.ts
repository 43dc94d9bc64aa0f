import { z } from 'zod';

/** The request header with METRICS_TOKEN of whoever asks why. */
export const explainHeader = 'x-site-explain';

/** The header of the answer, an `Explanation` as JSON in ASCII. */
export const explanationHeader = 'x-site-explanation';

/**
 * Which version of the page's remote this is. `live`: the live one; `beside-rollout`: the same, while others get a newer one; `rollout`: that newer one; `preview`: the one
 * of a link; `earlier`: one that stands in for a version that fails; `unknown`: the page was kept before a restart, or is no page.
 */
export const arms = ['live', 'beside-rollout', 'rollout', 'preview', 'earlier', 'unknown'] as const;

/** One of `arms`. */
export type Arm = (typeof arms)[number];

/** A rendering that the answer has waited for. */
export interface ExplainedRendering {
  readonly release: string;
  readonly milliseconds: number;
  /** Why it failed. */
  readonly problem?: string | undefined;
}

/** What the owner's policy says about the page's address. */
export interface ExplainedPolicy {
  /** The row: `claims` names the remote, or `others` lets it have its own name. */
  readonly rule: 'claims' | 'others';
  readonly prefix: string;
}

/** Why an answer is what it is, as the server says it in a header: `site explain` and the control room show it. */
export interface Explanation {
  /** The pattern of the address, such as `/en/blog/:slug`; `/*` where there is no page. */
  readonly route: string;
  readonly page?: string | undefined;
  readonly language?: string | undefined;
  readonly remote?: string | undefined;
  /** What the document was made of: the shell, the page's remote, and those of fragments; absent if unknown. */
  readonly releases?: readonly string[] | undefined;
  readonly arm: Arm;
  /** The share of visitors who get the version under rollout, in percent. */
  readonly share?: number | undefined;
  /** `hit`: from the memory of pages; `miss`: rendered now; `stale`: the last good one; `bypass`: such a page is never kept. */
  readonly cache?: string | undefined;
  readonly policy?: ExplainedPolicy | undefined;
  /** What is around the code of releases on this server. */
  readonly wall: string;
  /** Whether the remote has documents of its own: its scripts never run beside another remote's page. */
  readonly isIsolated: boolean;
  readonly renderings: readonly ExplainedRendering[];
  /** How long the server took. */
  readonly milliseconds: number;
}

/** Headers may only have ASCII: other characters are written as JSON's escapes. */
export const explanationText = (explanation: Explanation): string =>
  JSON.stringify(explanation).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const schema: z.ZodType<Explanation> = z.object({
  route: z.string(),
  page: z.string().optional(),
  language: z.string().optional(),
  remote: z.string().optional(),
  releases: z.array(z.string()).optional(),
  // A later server may have others.
  arm: z.enum(arms).catch('unknown'),
  share: z.number().optional(),
  cache: z.string().optional(),
  policy: z
    .object({ rule: z.enum(['claims', 'others']), prefix: z.string() })
    .optional()
    .catch(undefined),
  wall: z.string(),
  isIsolated: z.boolean(),
  renderings: z.array(z.object({ release: z.string(), milliseconds: z.number(), problem: z.string().optional() })),
  milliseconds: z.number(),
});

/** Reads the header of an answer; undefined when it is damaged. */
export function readExplanation(text: string): Explanation | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
