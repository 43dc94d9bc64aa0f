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

  // `localStorage.theme = 'dark'` calls no method, so pages get a proxy for each storage.
  const storages = new Map<unknown, { readonly storage: Storage; readonly kind: string }>();
  const standFor = (storage: Storage, kind: string): Storage => {
    const stand = new Proxy(storage, {
      // Browsers refuse to read `length` of anything but a storage.
      get: (target, key) => Reflect.get(target, key),
      set: (target, key, value) => {
        tell(`${kind} ${String(key)}`);
        return Reflect.set(target, key, value);
      },
      defineProperty: (target, key, descriptor) => {
        tell(`${kind} ${String(key)}`);
        return Reflect.defineProperty(target, key, descriptor);
      },
    });
    // Events have the storage itself.
    for (const known of [stand, storage]) storages.set(known, { storage, kind });
    return stand;
  };
  for (const kind of ['localStorage', 'sessionStorage']) {
    const own = Object.getOwnPropertyDescriptor(window, kind);
    let stand: Storage | undefined;
    Object.defineProperty(window, kind, {
      ...own,
      get() {
        // Throws where the browser refuses storage, as for a page.
        stand ??= standFor(own?.get?.call(window), kind);
        return stand;
      },
    });
  }
  for (const name of ['getItem', 'setItem', 'removeItem', 'clear', 'key'] as const) {
    const method = Storage.prototype[name];
    Object.assign(Storage.prototype, {
      [name](...parameters: unknown[]) {
        const { storage, kind } = storages.get(this) ?? {};
        if (name === 'setItem') tell(`${kind} ${parameters[0]}`);
        return Reflect.apply(method, storage ?? this, parameters);
      },
    });
  }

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
  // Browsers have it on secure origins only.
  if ('CacheStorage' in window) {
    const openCache = CacheStorage.prototype.open;
    CacheStorage.prototype.open = function (name) {
      tell(`cache ${name}`);
      return openCache.call(this, name);
    };
  }
}
