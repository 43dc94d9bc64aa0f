import { type Release, releaseId } from '@site/releases/Release.ts';
import { plainLine } from '@site/shared/plainText.ts';
import type { BrowserContext } from 'playwright-core';

declare global {
  interface Window {
    /** Tells the preflight what a script stores, and from where. */
    preflightStores?: (what: string, stack: string) => void;
  }
}

/** Notes what a release's scripts store in the browser while its pages are opened. Returns a sentence about it, or nothing. */
export async function watchStorage(context: BrowserContext, { manifest }: Release): Promise<() => readonly string[]> {
  const stored = new Set<string>();
  await context.exposeFunction('preflightStores', (what: string, stack: string) => {
    if (stack.includes(manifest.publicPath) && stored.size < most) stored.add(plainLine(what).slice(0, longest));
  });
  await context.addInitScript(tellWhatIsStored);
  return () =>
    stored.size > 0
      ? [`In visitors’ browsers ${releaseId({ manifest })} stores: ${[...stored].sort().join(', ')}.`]
      : [];
}

/** How many names, and characters of each, are kept. */
const most = 50;
const longest = 100;

/** Runs in each document before its scripts. */
function tellWhatIsStored(): void {
  const tell = (what: string) => window.preflightStores?.(what, new Error(what).stack ?? '');
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (key, value) {
    tell(`${this === window.localStorage ? 'localStorage' : 'sessionStorage'} ${key}`);
    setItem.call(this, key, value);
  };
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (name, version) {
    tell(`database ${name}`);
    return version === undefined ? open.call(this, name) : open.call(this, name, version);
  };
  const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
  Object.defineProperty(Document.prototype, 'cookie', {
    ...cookie,
    set(text: unknown) {
      tell(`cookie ${String(text).split('=', 1)[0]}`);
      cookie?.set?.call(this, text);
    },
  });
}
