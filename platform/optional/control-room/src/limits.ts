const minute = 60_000;

/** What the room allows. Times in milliseconds. */
export const roomLimits = {
  /** How long a link into the room works, once; that of `npm start` for as long as someone may take to find it. */
  link: 10 * minute,
  firstLink: 24 * 60 * minute,
  /** How long someone stays in without a new link. */
  visit: 12 * 60 * minute,
  /** How many links and visitors are known at once. */
  links: 1_000,
  visits: 1_000,
  /** Versions whose description is remembered for the list of what is live, and for how long: one may be signed again. */
  described: { versions: 2_000, time: 5 * minute },
  /** Rows of a page of versions, and of the log. */
  versionsOnPage: 25,
  eventsOnPage: 50,
  /** What a signed record may have around it, in bytes. */
  envelope: 1_024,
} as const;
