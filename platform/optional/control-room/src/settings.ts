import { originAlone, type SettingSchemas } from '@site/node/settings.ts';
import { z } from 'zod';

const usualPort = 3300;
const error = `must be off, on (port ${usualPort}), or another port, up to 65535`;

/** Where the control room is: its port, undefined where there is none, and its public origin behind a proxy. */
export const controlRoomSettings = {
  CONTROL_ROOM: z
    .string()
    .regex(/^(?:off|on|\d{1,5})$/, error)
    .default('off')
    .transform((value) => (value === 'off' ? undefined : value === 'on' ? usualPort : Number(value)))
    .refine((port = 0) => port <= 65_535, error),
  /** The data folder of the program whose messages and news are in SQLite, if that isn't this one's. */
  CONTROL_ROOM_DATA: z.string().min(1).optional(),
  CONTROL_ROOM_ORIGIN: originAlone.optional(),
} as const satisfies SettingSchemas;
