import { brand } from '@site/company/brand.ts';
import { legal } from '@site/company/legal.ts';
import { languagesWithoutHome } from '@site/releases/homePage.ts';
import { composedRoutes } from '@site/releases/policyEffect.ts';
import type { Reader } from '@site/releases/signing/Trust.ts';
import { samplesIn } from '@site/shared/facts.ts';
import { languageNames } from '@site/shared/i18n/languages.ts';
import { namedRemotes } from '@site/shared/routes/policy.ts';
import type { RoomParts } from '../../RoomParts.ts';
import { readApps } from '../../reading/apps.ts';
import { sampleAddressesIn, samplesInSources } from './samples.ts';

/** Something that is missing before the site goes live. */
export interface Missing {
  /** Its texts are `desk.ready.…`, and what to do about it `desk.ready.….do`. */
  readonly name:
    | 'facts'
    | 'addresses'
    | 'samples'
    | 'origin'
    | 'mail'
    | 'notices'
    | 'keys'
    | 'home'
    | 'absent'
    | 'signatures';
  /** What is meant, in words of ours or of others. */
  readonly details?: readonly string[];
}

/** What the company’s facts, the settings of this program and what is live lack, as far as a reader may see it. */
export async function readMissing(parts: RoomParts, who: Reader): Promise<readonly Missing[]> {
  return [
    { name: 'facts' as const, details: samplesIn(legal) },
    { name: 'addresses' as const, details: sampleAddressesIn(brand) },
    { name: 'samples' as const, details: await samplesInSources() },
    ...(await liveLacks(parts, who)),
    ...settingsLack(parts.settings),
  ].filter(({ details }: Missing) => details === undefined || details.length > 0);
}

/** What visitors miss: home pages, remotes of which nothing is live, and what servers refuse now or soon. */
async function liveLacks({ reader }: RoomParts, who: Reader): Promise<readonly Missing[]> {
  const policy = await reader.policy();
  const live = (await reader.liveRemotes()).map(({ manifest }) => manifest);
  const absent = namedRemotes(policy).filter((name) => who.maySee(name) && !live.some((one) => one.name === name));
  const problems = (await readApps(reader, who)).flatMap(({ problem }) => problem ?? []);
  return [
    {
      name: 'home',
      details: languagesWithoutHome(composedRoutes(policy, live).routes).map((name) => languageNames[name]),
    },
    { name: 'absent', details: absent },
    { name: 'signatures', details: problems },
  ];
}

function settingsLack({ SITE_ORIGIN, SMTP_URL, NOTICES, TRUSTED_KEYS }: RoomParts['settings']): readonly Missing[] {
  return [
    ...(SITE_ORIGIN === undefined ? [{ name: 'origin' as const }] : []),
    ...(SMTP_URL === undefined ? [{ name: 'mail' as const }] : []),
    ...(NOTICES === undefined ? [{ name: 'notices' as const }] : []),
    ...(TRUSTED_KEYS === undefined ? [{ name: 'keys' as const }] : []),
  ];
}
