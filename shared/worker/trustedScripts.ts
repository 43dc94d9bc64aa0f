/** The part of Trusted Types that the site uses. Browsers without it load workers by their address alone. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

/** The name of the only Trusted Types policy: the server allows it in documents that list workers. */
export const workerPolicy = 'site-workers';

/** Where the workers of a remote are, below the address of its files. */
export const workerFolder = 'workers/';

let makeTrusted = (address: string): string => {
  throw new Error(`SITE-PAGE There is no worker at ${address}: they exist in browsers, in files of a release.`);
};

/**
 * Lets documents start workers from some scripts, and from nothing else. The shell calls it before it loads any remote: nobody can
 * create a second policy of that name, and what a remote gives to this one is compared, never trusted.
 *
 * @param listed the addresses of the workers that the server has listed in the document
 */
export function trustScripts(listed: readonly string[]): void {
  if (listed.length === 0) return;
  const known = new Set(listed.map((address) => new URL(address, location.href).href));
  const createScriptURL = (address: string) => {
    if (known.has(address)) return address;
    throw new Error(`SITE-PAGE ${address} is no worker of a release that this document knows.`);
  };
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  try {
    const policy = trustedTypes?.createPolicy(workerPolicy, { createScriptURL });
    makeTrusted = policy ? (address) => policy.createScriptURL(address) : createScriptURL;
  } catch (error) {
    // A server of version 1.2.0 or earlier allows no policy: the page works, its workers don't.
    console.error('SITE-PAGE Workers can’t be started.', error);
  }
}

/** A worker's address as browsers accept it. */
export const trustedScript = (address: URL): string => makeTrusted(address.href);
