import type { EventFields } from '@site/shared/contract/event.ts';
import { z } from 'zod';
import { valueName } from './fragments.ts';

/** The name of an event: its remote's name, a colon, and what has happened. */
const eventName = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]{0,39}:[a-z][a-z0-9-]{0,39}$/,
    'must be a remote’s name, a colon, and small letters, digits and hyphens',
  );

/** Whether an event is a remote's. */
export const isOwnEvent = (event: string, remote: string): boolean => event.startsWith(`${remote}:`);

const fields: z.ZodType<EventFields> = z
  .record(valueName, z.enum(['text', 'number', 'boolean']))
  .refine((own) => Object.keys(own).length <= 10, 'must be at most 10 fields');

/** The events that a remote emits. */
export const eventsSchema: z.ZodType<Readonly<Record<string, EventFields>>> = z
  .record(eventName, fields)
  .refine((events) => Object.keys(events).length <= 20, 'must be at most 20 events');

/** The events that a remote's sources listen to. */
export const listensSchema: z.ZodType<readonly string[]> = z.array(eventName).max(100);
