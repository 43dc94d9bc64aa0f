import { apps, onlyRemote, shell } from '@site/bundling/project.ts';
import { storePath } from '@site/releases/names.ts';
import { pointerOf } from '@site/releases/pointer.ts';
import { routePolicy } from '@site/releases/policy.ts';
import { endsSoon } from '@site/releases/signing/bounds.ts';
import { everyApp, readSigningKey, type TrustedKeys } from '@site/releases/signing/keys.ts';
import { ServiceStore } from '@site/releases/store/ServiceStore.ts';
import { unlessDamaged } from '@site/releases/store/storeFailure.ts';
import type { ReleaseTools } from '../release/serviceTools.ts';
import { about, type Finding } from './Finding.ts';

const day = 24 * 60 * 60 * 1000;

const { fine, problem } = about('expires');

/** Until when servers accept what is live, the route policy and the keys, and which site the signatures are for. */
export async function expiries(tools: ReleaseTools, keyFile: string | undefined): Promise<readonly Finding[]> {
  const keys = await trustedKeys(tools);
  return [
    ...(await signatures(tools)),
    ...Object.entries(keys ?? {}).flatMap(([name, { apps: of, until }]) =>
      until !== undefined && of.some((app) => app === everyApp || apps.includes(app))
        ? [ending(`the key ${name}`, until, 'Make another in time: npx site keys new')]
        : [],
    ),
    ...(keys ? ownKey(keys, keyFile) : []),
  ];
}

async function signatures({ store }: ReleaseTools): Promise<readonly Finding[]> {
  const signed = onlyRemote === undefined ? apps : [shell, onlyRemote];
  const findings: Finding[] = [];
  for (const app of signed) {
    const pointer = await unlessDamaged(store.read(pointerOf(app)));
    const { expires, site = 'no site' } = pointer?.signature ?? {};
    if (!pointer) findings.push(fine(`nothing of ${app} is live`));
    else if (expires === undefined) findings.push(fine(`${app}@${pointer.version}: not signed, never expires`));
    else
      findings.push(
        ending(
          `${app}@${pointer.version}, signed for ${site}`,
          expires,
          `Promote it again: npx site promote ${app} ${pointer.version}`,
        ),
      );
  }
  const { signature } = (await unlessDamaged(store.read(routePolicy))) ?? {};
  if (signature)
    findings.push(
      ending(
        `the route policy (${storePath.policy})`,
        signature.expires,
        'The site’s owner sets it again: npx site policy FILE',
      ),
    );
  return findings;
}

function ending(what: string, until: string, remedy: string): Finding {
  const remaining = Date.parse(until) - Date.now();
  if (remaining <= 0) return problem(`${what}: expired ${until}. ${remedy}`);
  const days = `${what}: until ${until}, ${Math.floor(remaining / day)} days`;
  return remaining < endsSoon ? problem(`${days}. ${remedy}`) : fine(days);
}

/** Whether the key here is one that servers accept, and for what. */
function ownKey(keys: TrustedKeys, keyFile: string | undefined): readonly Finding[] {
  const file = keyFile || process.env.RELEASE_KEY;
  if (!file) return [];
  const { public: own } = readSigningKey(file);
  const [name, key] = Object.entries(keys).find(([, trusted]) => trusted.public === own) ?? [];
  if (!key) return [problem('your key isn’t trusted: send its entry to the site’s owner, for TRUSTED_KEYS')];
  return [
    fine(
      `your key is ${name}: it signs ${key.signs.join(' and ')} of ${key.apps.join(', ')}${key.until === undefined ? ', without an end' : ''}`,
    ),
  ];
}

async function trustedKeys({ store, trust }: ReleaseTools): Promise<TrustedKeys | undefined> {
  return store instanceof ServiceStore ? (await store.index()).keys : (await trust())?.keys;
}
