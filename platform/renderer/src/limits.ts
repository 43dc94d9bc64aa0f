import { releaseLimits } from '@site/releases/limits.ts';

/** The limits and delays of rendering. Times are in milliseconds. */
export const rendererLimits = {
  /**
   * How long a page may take to render, including its data, before its worker is ended. Waiting for a processor doesn't count.
   * The site server's limits.test.ts has the deadlines around it.
   */
  serverRender: 3_000,
  /**
   * How many posted forms are rendered at a time, each in its own process: in all, and from one network; how many wait, and for
   * how long.
   */
  formsShown: { all: 4, network: 1, waiting: { pages: 16, time: 1_000 } },
  /** The same of searches: with the rendering less than `pageAnswer` of the site server. */
  searchesShown: { all: 2, network: 1, waiting: { pages: 32, time: 5_000 } },
  /** How long after a page's answer its worker's output may still belong to it. */
  latePrint: 500,
  /** How many characters of a worker's output reach the log each second. */
  workerOutput: 20_000,
  /** Source maps, which are as untrusted as their release. */
  sourceMap: {
    /** How many bytes one may have. */
    size: 8 * 1024 * 1024,
    /** Memory in megabytes and time of the process that reads it, and how many texts wait for it. */
    memory: 128,
    time: 3_000,
    waiting: 8,
    /** How often one map is read within how long. */
    readings: 10,
    memoryOfMaps: 60_000,
    /** How long the name of a source may be. */
    sourceName: 300,
    /** How many places of a text are looked up, and how many are remembered. */
    places: 50,
    known: 1_000,
  },
  /** How many calls to the API one rendering may make. */
  pageCalls: 8,
  /** How long a rendering worker may take to start. */
  workerStart: 10_000,
  /** How many characters bubblewrap may write about the process that it starts. */
  wallInfo: 10_000,
  /** How long a worker that is no longer needed may take to end. */
  workerEnd: 1_000,
  /** Backoff of workers that repeatedly end without rendering anything. The first `free` ones are replaced at once. */
  workerBackoff: { first: 250, longest: 15_000, free: 2 },
  /** How long the worker of a release that is no longer live, or is only previewed, stays idle before it ends. */
  idleWorkers: 30_000,
  /** How long after a worker's start a spare one is started for the next release. */
  spareWorker: 2_000,
  /** How many pages one worker accepts, including those being rendered; more are refused. */
  rendersWaiting: 64,
  /** How long readiness checks wait for a rendering worker: less than the probe waits for the check. */
  workersReady: 600,
  /** How many characters of documents' style sheets are remembered: those of some hundred pages; and how many texts' hashes. */
  rememberedStyles: 16 * 1024 * 1024,
  rememberedHashes: 1_000,
  /** How many characters of style sheets' parts, as JSON, are kept as objects: a thousand of them take about 8 kB. */
  rememberedParts: 4 * 1024 * 1024,
  /** How many characters of views' descriptions are remembered. */
  rememberedViews: 4 * 1024 * 1024,
  /** How many bytes a rendered page's HTML may have, and likewise its description and its data. */
  renderedPage: releaseLimits.renderedPage,
  /**
   * What else a worker's answer may contain: the length of a text in the head and of an error, how many tags and missing
   * messages there may be, how deep its data may be nested, and how many of its links lead to pages in place.
   */
  answer: { headText: 4_000, failureText: 4_000, tags: 100, missingTexts: 1_000, depth: 32, links: 500 },
  /**
   * Messages of a worker: how many bytes one may have (the largest page fits, with its quotes escaped); how many values (the
   * largest pages and catalogues have some thousands, and fifty thousand block the server for 0.1 s); how deep they may be
   * nested. Each job allows that much, saved up for at most `saved` jobs. `unread` is how many bytes from the server may wait.
   */
  workerMessages: {
    bytes: 8 * releaseLimits.renderedPage,
    values: 50_000,
    depth: 64,
    saved: 16,
    unread: 64 * 1024 * 1024,
  },
  /**
   * Drawings that are inlined in a page: in how many of its first pictures, how often in each, how long one may be, and how many
   * characters all of them may add; how many are remembered. Pictures after that load their files.
   */
  inlineDrawings: { pictures: 50, uses: 4, size: 100_000, all: 256 * 1024, known: 60 },
  /** How much processor time an idle worker may use per period, and how often that is checked. Above it, the worker is ended. */
  idleProcessor: { time: 1_500, period: 60_000, check: 1_000 },
  /** What all rendering workers may use. */
  renderBudget: {
    /** Their share of the memory of the machine, or of the control group. */
    memoryShare: 0.6,
    /** What one is expected to need, in megabytes. */
    workerMemory: 40,
    /** Linux tasks (processes and threads) that one has, and that others need. */
    tasksOfWorker: 6,
    tasksOfOthers: 64,
    /** How many workers there may be in any case. */
    leastProcesses: 3,
    /** How long a page waits for another worker to end. */
    wait: 10_000,
    /** How often all is checked. */
    check: 5_000,
  },
  /** Memory of a rendering worker in megabytes, and how often it is checked. */
  renderMemory: 256,
  renderMemoryCheck: 100,
  /**
   * How many fragments a page has at most, and a fragment in it; how deep they are nested; how long each may take before the page goes
   * out without it; how many bytes its HTML may have, and likewise its data; and how many characters of all are remembered.
   */
  fragments: { onPage: 20, deep: 2, time: 400, size: 128 * 1024, remembered: 4 * 1024 * 1024 },
  /** How long wrong values for a fragment aren't reported again, and of how many places that is known. */
  wrongProps: { known: 500, time: 60_000 },
  /** How long the circuit of a failed page stays open before the page is tried again. */
  openCircuit: 10_000,
  /** After how many addresses that fail, where none has worked, a page counts as broken; how many such addresses are remembered. */
  brokenAddresses: { enough: 3, known: 500 },
  /**
   * As `searchesShown`, for pages of which another address has just cost its worker: within what time, and how many such pages are
   * remembered.
   */
  hazardsShown: { all: 2, network: 1, waiting: { pages: 32, time: 5_000 } },
  hazards: { time: 10_000, known: 1_000 },
  /** Backoff of a shell that fails: how long until it is checked again, doubling with each further failure up to `longest`. */
  shellBackoff: { first: 10_000, longest: 10 * 60_000 },
} as const;
