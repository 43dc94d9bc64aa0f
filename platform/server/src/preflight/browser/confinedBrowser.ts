import { type Browser, chromium } from 'playwright-core';
import { quietFlags } from './presentBrowser.ts';
import { startSiteProxy } from './siteProxy.ts';

/** A browser whose pages reach the allowed sites, and nothing else on this machine or another. */
export interface ConfinedBrowser {
  readonly browser: Browser;
  /** Lets its pages reach a site of this machine. */
  readonly allow: (origin: string) => void;
  readonly close: () => Promise<void>;
}

/** A browser whose pages would reach other ports of this machine. */
export class OpenBrowserError extends Error {
  override readonly name = 'OpenBrowserError';
}

/** WebRTC without the proxy would reach any port. The flag has had both names. */
const webRtc = ['webrtc-ip-handling-policy', 'force-webrtc-ip-handling-policy'].map(
  (flag) => `--${flag}=disable_non_proxied_udp`,
);

/**
 * Starts a browser for untrusted pages.
 *
 * @param chromiumSandbox whether it must have its own sandbox; it then starts neither as root nor in many containers
 * @throws {OpenBrowserError} when it can't be confined; anything else when it doesn't start
 */
export async function startConfinedBrowser(executablePath: string, chromiumSandbox: boolean): Promise<ConfinedBrowser> {
  const proxy = await startSiteProxy();
  let browser: Browser | undefined;
  const close = async () => {
    await browser?.close();
    proxy.stop();
  };
  try {
    browser = await chromium.launch({
      executablePath,
      chromiumSandbox,
      args: [...quietFlags, ...webRtc, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
      // Without this rule, this machine and its neighbours would be reached directly.
      proxy: { server: proxy.address, bypass: '<-loopback>' },
    });
    if (await hasDirectWays(browser)) throw new OpenBrowserError();
    return { browser, allow: proxy.allow, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whether WebRTC finds a way past the proxy: a later browser may have yet another name for the flag. */
async function hasDirectWays(browser: Browser): Promise<boolean> {
  const page = await browser.newPage();
  try {
    return await page.evaluate(async () => {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const peer = new RTCPeerConnection();
      peer.onicecandidate = ({ candidate }) => resolve(candidate !== null && candidate.candidate !== '');
      peer.createDataChannel('');
      await peer.setLocalDescription();
      return await promise;
    });
  } finally {
    await page.close();
  }
}
