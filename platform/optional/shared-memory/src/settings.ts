import type { SettingSchemas } from '@site/node/settings.ts';
import { z } from 'zod';

/** Where the memory is that servers share. */
export const sharedMemorySettings = {
  SHARED_MEMORY: z
    .url({ protocol: /^rediss?$/, error: 'must be an address such as rediss://:password@redis.example.com:6379' })
    .optional(),
} as const satisfies SettingSchemas;

/** What a shared memory needs besides its address. */
type NeededSettings = Partial<Readonly<Record<'SHARED_MEMORY' | 'SITE_ORIGIN' | 'PREVIEW_SECRET', string | undefined>>>;

/** Refuses a shared memory without what its contents are named after and signed with; for `superRefine`. */
export function checkSharedMemorySettings(
  { SHARED_MEMORY, SITE_ORIGIN, PREVIEW_SECRET }: NeededSettings,
  context: z.RefinementCtx,
): void {
  if (!SHARED_MEMORY || (SITE_ORIGIN && PREVIEW_SECRET)) return;
  const message = 'needs SITE_ORIGIN, whose pages are shared, and the servers’ PREVIEW_SECRET, which signs them';
  context.addIssue({ code: 'custom', path: ['SHARED_MEMORY'], message });
}
