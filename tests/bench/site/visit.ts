import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { browserFlags } from '@site/testkit/browser/findBrowser.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import lighthouse, { type Result } from 'lighthouse';
import { certificateFlags } from './httpsSite.ts';

/** Lighthouse's four scores. */
export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Lighthouse's measurements of one visit: mobile, simulated slow 4G. Times are in milliseconds, sizes in bytes. */
export interface Visit {
  /** From 0 to 100. */
  readonly scores: Readonly<Record<(typeof categories)[number], number>>;
  readonly fcp: number;
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
  /** Transferred bytes of the document, of scripts, and of everything. */
  readonly documentBytes: number;
  readonly scriptBytes: number;
  readonly bytes: number;
  readonly requests: number;
  /** When hydration ended on this machine; 0 on a page without scripts. */
  readonly hydrated: number;
  /** Audits that lower a score. */
  readonly failing: readonly string[];
}

/** How often to try: Lighthouse may fail on a busy machine. */
const attempts = 3;

/**
 * Visits an address with a new browser.
 *
 * @throws {Error} when the page doesn't load
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
      // The 404 page is measured too.
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
  const records = itemsOf<{ url?: string; resourceType?: string; transferSize?: number }>(lhr, 'network-requests');
  // Drawings that came with the document or a style sheet are in the list, too.
  const requests = records.filter(({ url }) => !url?.startsWith('data:'));
  const ofType = (type: string) => requests.filter(({ resourceType }) => resourceType === type);
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
    documentBytes: sizeOf(ofType('Document')),
    scriptBytes: sizeOf(ofType('Script')),
    bytes: sizeOf(requests),
    requests: requests.length,
    hydrated: marks.find(({ name }) => name === 'hydrated')?.startTime ?? 0,
    failing: failingAudits(lhr),
  };
}

/** The rows of an audit's table, which Lighthouse doesn't type. */
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

/** A browser that is controlled from outside. */
interface RunningBrowser {
  /** Port of its DevTools protocol. */
  readonly port: number;
  readonly stop: () => Promise<void>;
}

const flags = ['--headless=new', ...browserFlags, ...certificateFlags, '--remote-debugging-port=0'];

/** Starts a browser with an empty profile. */
async function startBrowser(program: string): Promise<RunningBrowser> {
  const profile = await temporaryFolder('profile');
  const browser = spawn(program, [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { promise: port, resolve, reject } = Promise.withResolvers<number>();
  let said = '';
  browser.stderr.on('data', (data) => {
    said += String(data);
    const found = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
    if (found) resolve(Number(found));
  });
  const ended = once(browser, 'close').then(() => reject(new Error(`The browser did not start:\n${said}`)));
  const stop = async () => {
    browser.kill('SIGTERM');
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { port: await port, stop };
}
