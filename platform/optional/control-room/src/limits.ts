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
  /**
   * Versions whose description is remembered for the list of what is live, and after how long somebody looks whether one was signed again.
   * Longer states aren't kept, in characters: a store decides what they are.
   */
  described: { versions: 2_000, time: 5 * minute, state: 200 },
  /** How many pages of the site the room asks about at the same time. */
  asking: 4,
  /** Rows of a page of versions, and of the log. */
  versionsOnPage: 25,
  /** Among how many of a remote's newest versions the map looks for one that waits. */
  waitingAmong: 10,
  entriesOnPage: 50,
  /** Bytes of a form that somebody sends, and characters of what a team has sent: 60 prefixes are 3 kB. */
  form: 32 * 1_024,
  pasted: 8_000,
  /** What a signed record may have around it, in bytes. */
  envelope: 1_024,
  /** Texts that a comparison of versions shows. */
  textsShown: 100,
  /**
   * Bytes of catalogues that a comparison reads, and that are remembered of the last ones. Ours are 79 kB in three languages, and those
   * that are the same in both versions aren't read.
   */
  catalogues: { read: 4_000_000, remembered: 8_000_000 },
  /** Bytes of a package that are worth a line: its share of a script changes with all that is in it. */
  noticedBytes: 100,
  /** What is compared of two texts: characters, and words of one times words of the other. What is the same is shown around changes. */
  difference: { characters: 2_000, words: 40_000, around: 80 },
  /** Apps of the first page, how many of them are shown unfolded at its top, and remotes of a page of the map. */
  appsOnPage: 50,
  appsFirst: 5,
  remotesOnPage: 24,
  /** How many versions of an app are drawn beside each other, and rows of a page of what apps sent. */
  versionsInPlot: 12,
  measuredOnPage: 25,
  /**
   * What was counted: how often servers store it, how many rows wait while they can't, and how long a stopping server tries. How long an
   * answer of another process may take, and how many bytes it may have.
   */
  usage: { every: 30_000, waiting: 20_000, stop: 2_000, answer: { time: 5_000, bytes: 4_000_000 } },
  /**
   * The owner's desk: bytes of a form; rows of a page, and of the start; messages of a person, and requests for data that are shown;
   * characters of a link that opens a mail program, of which some take no more.
   */
  desk: {
    form: 64 * 1024,
    rows: 25,
    newest: 5,
    ofPerson: 200,
    requests: 25,
    mailLink: 1_900,
    /** Characters of what is typed: an e-mail address, a feed's address, an item's uid. */
    address: 320,
    feed: 2_000,
    uid: 200,
  },
} as const;
