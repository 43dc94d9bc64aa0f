import { chromium } from '@playwright/test';
import { browserFlags } from '@site/testkit/browser/findBrowser.ts';
import { certificateFlags } from '../site/httpsSite.ts';

interface Initiator {
  readonly url?: string;
  readonly stack?: { readonly callFrames: readonly { readonly url: string }[] };
}

/** How many requests of a page wait for each other, at most: 1 when its document asks for all of them. */
export async function requestLevels(url: string, program: string): Promise<number> {
  const browser = await chromium.launch({ executablePath: program, args: [...browserFlags, ...certificateFlags] });
  try {
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Network.enable');
    const levels = new Map([[url, 0]]);
    devTools.on('Network.requestWillBeSent', ({ request, initiator }) => {
      const { url: asker, stack }: Initiator = initiator;
      const from = asker ?? stack?.callFrames.at(-1)?.url ?? url;
      if (!levels.has(request.url)) levels.set(request.url, (levels.get(from) ?? 0) + 1);
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    return Math.max(...levels.values());
  } finally {
    await browser.close();
  }
}
