import { OperatorError } from '@site/shared/contract/OperatorError.ts';

/**
 * The site of servers without a public name. All servers of a machine share it: their addresses and ports may change with
 * each start, and signatures must stay valid.
 */
export const unnamedSite = 'http://localhost';

const ownNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Whether an address stays on this machine. */
export const isOwnMachine = (address: string): boolean => ownNames.includes(URL.parse(address)?.hostname ?? '');

/** Whether a secret may be sent to an address: nobody else can read it there. */
export const isSafeForSecrets = (address: string | undefined): boolean =>
  address === undefined || address.startsWith('https:') || isOwnMachine(address);

/**
 * The site that pointers and route policies are signed for (their audience), as signatures name it: its origin.
 *
 * @param origin SITE_ORIGIN, or any address at the site's origin
 */
export const siteAt = (origin: string | undefined): string =>
  origin === undefined || isOwnMachine(origin) ? unnamedSite : new URL(origin).origin;

/**
 * Whether untrusted text names a site. Errors show it as a setting to copy, so it must not contain anything that a shell
 * would run.
 */
export const isSite = (text: string): boolean =>
  text.length < 300 && /^https?:\/\/(?:[a-z0-9._-]+|\[[a-f0-9:]+\])(?::\d{1,5})?$/.test(text);

/** How SITE_ORIGIN names a site. */
const nameOf = (site: string): string => (site === unnamedSite ? 'no SITE_ORIGIN' : `SITE_ORIGIN=${site}`);

/**
 * Checks that something was signed for a site: two sites may trust the same key.
 *
 * @throws {OperatorError} RELEASE-SITE
 */
export function assertAudience(
  subject: string,
  signature: { readonly site?: string | undefined } | undefined,
  site: string,
  remedy: string,
): void {
  const named = signature?.site;
  if (named === site) return;
  const claim = named === undefined ? 'names no site' : `is signed for the site ${named}`;
  throw new OperatorError('RELEASE-SITE', `${subject} ${claim}, and this one has ${nameOf(site)}. ${remedy}`);
}

/**
 * The site to sign for in a store, which doesn't name a site itself.
 *
 * @param origin SITE_ORIGIN
 * @param known the site that servers or the live pointers name. Anyone with write access could have set it, so it is only
 *   compared, never used.
 * @throws {OperatorError} RELEASE-SITE when SITE_ORIGIN isn't set although the site has a name
 */
export function siteOfStore(origin: string | undefined, location: string, known: string | undefined): string {
  if (origin !== undefined || known === undefined || known === unnamedSite) return siteAt(origin);
  throw new OperatorError(
    'RELEASE-SITE',
    `${location} is the store of ${known}, and SITE_ORIGIN isn’t set here: servers would refuse what you sign. If that is your site: SITE_ORIGIN=${known}`,
  );
}

/**
 * The site to sign for at a release service. A service is trusted only about the site at its own origin: otherwise it could
 * make a team sign for another site that trusts the same key.
 *
 * @param origin SITE_ORIGIN
 * @param says the site that the service names
 * @throws {OperatorError} RELEASE-SITE when it names another site than SITE_ORIGIN, or can't be trusted
 */
export function siteOfService(origin: string | undefined, address: string, says: string): string {
  if (!isSite(says)) throw new OperatorError('RELEASE-SITE', `The release service at ${address} names no site.`);
  const site = siteAt(origin ?? address);
  if (site === says) return site;
  const claim = `The release service at ${address} says that it is for ${says}`;
  if (origin !== undefined)
    throw new OperatorError(
      'RELEASE-SITE',
      `${claim}, and you sign for ${site} (SITE_ORIGIN). Correct SITE_ORIGIN, or the address.`,
    );
  throw new OperatorError(
    'RELEASE-SITE',
    `${claim}, which is another address, so its word isn’t enough. If that is your site, say so: SITE_ORIGIN=${says}`,
  );
}
