import { z } from 'zod';

const app = z.object({
  version: z.string(),
  /** The serial of its pointer, so that an old one that someone has put back tells nothing. */
  serial: z.number(),
  candidate: z.object({ version: z.string(), salt: z.string() }).optional(),
  /** What was told of the versions that visitors get: a version, or a version in browsers. */
  faulty: z.array(z.string()),
  /** The rollout of which it was told that a server has stopped it, by its salt. */
  takenBack: z.string().optional(),
  /** Why servers refuse the pointer, by the code of the error. */
  refused: z.string().optional(),
  /** The version of which it was told that it waits for the owner. */
  asks: z.string().optional(),
});

/** What is known of an app, and was told of it. */
export type KnownApp = z.infer<typeof app>;

/** What was seen at the last look. It has an entry for each thing that is there now, and so doesn't grow. */
export const knownSchema = z.object({
  apps: z.record(z.string(), app),
  /** Since when nothing new goes live, if so, and the serial of the policy that says it: an old one that was put back tells nothing. */
  freeze: z.object({ serial: z.number(), since: z.string().optional() }).optional(),
  /** What expires soon: until when, and how many of the times to tell it have passed. */
  expiring: z.record(z.string(), z.object({ until: z.string(), told: z.number() })),
});

export type Known = z.infer<typeof knownSchema>;
