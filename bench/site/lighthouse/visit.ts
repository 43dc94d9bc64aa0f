import lighthouse, { type Result } from 'lighthouse';
import { startBrowser } from './startBrowser.ts';

/** What Lighthouse calls its four scores. */
export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** What Lighthouse has seen at one visit: mobile, simulated slow 4G. Times are in milliseconds, sizes in bytes. */
export interface Visit {
  /** From 0 to 100. */
  readonly scores: Readonly<Record<(typeof categories)[number], number>>;
  readonly fcp: number;
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
  /** Bytes of scripts and of everything, as transferred. */
  readonly scriptBytes: number;
  readonly bytes: number;
  readonly requests: number;
  /** From the start of the visit to the end of hydration, as observed on this machine; 0 on a page without scripts. */
  readonly hydrated: number;
  /** Audits that cost a score something. */
  readonly failing: readonly string[];
}

/** How often Lighthouse may fail to record a visit, as it does when the machine is busy. */
const attempts = 3;

/**
 * Visits an address with a new browser.
 *
 * @throws {Error} when the page can't be loaded
 */
export async function visit(url: string, program: string): Promise<Visit> {
  let problem: string | undefined;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const lhr = await record(url, program);
    if (!lhr.runtimeError) return visitOf(lhr);
    problem = lhr.runtimeError.message;
    console.error(`… ${url} again: ${problem}`);
  }
  throw new Error(`${url}: ${problem}`);
}

async function record(url: string, program: string): Promise<Result> {
  const browser = await startBrowser(program);
  try {
    const answer = await lighthouse(url, {
      port: browser.port,
      logLevel: 'error',
      disableFullPageScreenshot: true,
      // The 404 page is a page, too.
      ignoreStatusCode: true,
    });
    if (!answer) throw new Error(`Lighthouse gave no answer for ${url}.`);
    return answer.lhr;
  } finally {
    await browser.stop();
  }
}

function visitOf(lhr: Result): Visit {
  const value = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
  const requests = itemsOf<{ resourceType?: string; transferSize?: number }>(lhr, 'network-requests');
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script');
  const marks = itemsOf<{ name: string; startTime: number }>(lhr, 'user-timings');
  const score = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    scriptBytes: sizeOf(scripts),
    bytes: sizeOf(requests),
    requests: requests.length,
    hydrated: marks.find(({ name }) => name === 'hydrated')?.startTime ?? 0,
    failing: failingAudits(lhr),
  };
}

/** The rows of an audit's table; Lighthouse types them as anything. */
function itemsOf<Item>(lhr: Result, audit: string): readonly Item[] {
  const details = lhr.audits[audit]?.details;
  return details?.type === 'table' ? (details.items as unknown as readonly Item[]) : [];
}

const sizeOf = (requests: readonly { readonly transferSize?: number }[]): number =>
  requests.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);

function failingAudits({ categories: all, audits }: Result): string[] {
  const weighed = Object.values(all).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0));
  const failing = weighed.filter(({ id }) => {
    const score = audits[id]?.score;
    return typeof score === 'number' && score < 0.9;
  });
  return failing.map(({ id }) => id);
}
