import * as z from 'zod/mini';

// Compiled schemas need `eval`, which the site's pages don't have.
z.config({ jitless: true });

/** An event as the team's API describes it. */
export const eventSchema = z.object({
  id: z.string(),
  title: z.string(),
  day: z.iso.date(),
  place: z.string(),
  about: z.string(),
});

/** An event. */
export type Event = z.infer<typeof eventSchema>;

/** The rules of the house, as its CMS has them. */
export const hallSchema = z.object({ rules: z.string() });

/** All coming events. */
export const eventsSchema = z.array(eventSchema);
