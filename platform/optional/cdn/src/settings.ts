import type { SettingSchemas } from '@site/node/settings.ts';
import { isSafeForSecrets } from '@site/releases/signing/audience.ts';
import { z } from 'zod';

/** Where the CDN takes purges. */
export const cdnSettings = {
  CDN_PURGE: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  CDN_TOKEN: z.string().min(1).optional(),
} as const satisfies SettingSchemas;

/** Refuses to send the token to an address where others could read it; for `superRefine`. */
export function checkCdnSettings(
  { CDN_PURGE, CDN_TOKEN }: { readonly CDN_PURGE?: string | undefined; readonly CDN_TOKEN?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (!CDN_TOKEN || isSafeForSecrets(CDN_PURGE)) return;
  const message = 'must be an https address, as the CDN_TOKEN is sent there';
  context.addIssue({ code: 'custom', path: ['CDN_PURGE'], message });
}
