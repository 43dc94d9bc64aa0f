import { originAlone, type SettingSchemas } from '@site/node/settings.ts';
import { z } from 'zod';

/** Whether the site takes releases, and where. */
export const releaseServiceSettings = {
  RELEASE_SERVICE: z.enum(['off', 'on']).default('off'),
  RELEASE_SERVICE_ORIGIN: originAlone.optional(),
} as const satisfies SettingSchemas;
