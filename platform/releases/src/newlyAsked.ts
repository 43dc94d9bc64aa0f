import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';
import { addressesOf, askedBy, formerAddressesOf, notAgreed, placesOf } from './agreement.ts';
import { weightText } from './budgets.ts';
import { releaseId } from './Release.ts';

/**
 * What a version of a remote asks for that the live one doesn't, for its publisher and for the owner who may have to agree: a few
 * lines, or none.
 *
 * @param live undefined when none is live: everything is new
 */
export function newlyAsked(manifest: ReleaseManifest, live: ReleaseManifest | undefined): readonly string[] {
  const known = live && askedBy(live);
  const isNew = (kind: keyof ReturnType<typeof askedBy>) => (one: string) => !known?.[kind].includes(one);
  const { apis = {}, pages = [], fragments = {} } = manifest;
  const asked = askedBy(manifest);
  const lines = [
    ...line(
      'APIs',
      asked.apis.filter(isNew('apis')).map((api) => `${api} (${apis[api]?.description})`),
    ),
    ...line('forms', asked.forms.filter(isNew('forms'))),
    ...line(
      'packages',
      asked.packages.filter(isNew('packages')).map((named) => withVersionBefore(named, live)),
    ),
    ...pages.flatMap((page) => {
      const addresses = addressesOf(page).filter(isNew('addresses'));
      const weight = live?.modules[page.module] ? '' : ` (${weightText(manifest, page.module)})`;
      return addresses.length > 0 ? [`page ${page.name}: ${addresses.join(', ')}${weight}`] : [];
    }),
    ...line('searches', asked.searches.filter(isNew('searches'))),
    ...line('feeds', asked.feeds.filter(isNew('feeds'))),
    ...line('old addresses', pages.flatMap(formerAddressesOf).filter(isNew('addresses'))),
    ...line('navigation', pages.flatMap(placesOf).filter(isNew('places'))),
    ...line('words there', asked.words.filter(isNew('words'))),
    ...line('the site’s contact form', asked.contact.filter(isNew('contact'))),
    ...line(
      'offers to other pages',
      Object.keys(fragments).filter((name) => !Object.hasOwn(live?.fragments ?? {}, name)),
    ),
    ...line('leads to other sites', asked.redirects.filter(isNew('redirects'))),
  ];
  if (lines.length === 0) return [];
  const than = live ? `, beyond ${releaseId({ manifest: live })}` : '';
  return [`${releaseId({ manifest })} asks for${than}:`, ...lines.map((text) => `  ${text}`)];
}

/** What the owner has to agree to before a version can go live; nothing if they need not be asked. */
export function agreementNote(policy: RoutePolicy, manifest: ReleaseManifest): readonly string[] {
  const refused = notAgreed(policy, manifest);
  if (refused === undefined) return [];
  const command = `npx site policy --agree ${releaseId({ manifest })}`;
  return [`Before it goes live, the site’s owner has to agree to ${refused}: ${command}`];
}

const line = (kind: string, all: readonly string[]): string[] => (all.length > 0 ? [`${kind}: ${all.join(', ')}`] : []);

/** A package, and the version of it that the live release has. */
function withVersionBefore(named: string, live: ReleaseManifest | undefined): string {
  const name = named.slice(0, named.lastIndexOf('@'));
  const { packages = {} } = live ?? {};
  return Object.hasOwn(packages, name) ? `${named} (live: ${packages[name]})` : named;
}
