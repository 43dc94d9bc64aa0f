import { isVersion } from '@site/releases/names.ts';
import { entriesOf, pointerOf } from '@site/releases/pointer.ts';
import { nextSerial, pointerLife } from '@site/releases/signing/bounds.ts';
import { everyApp, type TrustedKeys } from '@site/releases/signing/keys.ts';
import type { Trust } from '@site/releases/signing/Trust.ts';
import { mayAct, mayLookAt } from './access/rights.ts';
import type { Html } from './html/html.ts';
import { actPage } from './pages/actPage.ts';
import { pathOf } from './pages/parts.ts';
import type { SigningTask } from './pages/SigningTask.ts';
import type { AddPage, PageRequest, RoomParts } from './RoomParts.ts';
import { readComparison } from './reading/comparison.ts';
import { commandOf, isWritable, type OfferedAct } from './reading/offers.ts';
import { type PointerAct, type Proposal, propose } from './reading/proposal.ts';

/** Pages where acts are confirmed and signed. Looking at them changes nothing. */
export function actPages(page: AddPage, parts: RoomParts): void {
  const confirm = (path: string, actOf: (asked: PageRequest) => PointerAct | undefined) =>
    page(
      `/apps/:app${path}`,
      async (asked) => {
        const act = actOf(asked);
        return act && (await confirmationOf(parts, asked, act));
      },
      'signs',
    );
  const versionIn = ({ params: { version = '' } }: PageRequest) => (isVersion(version) ? version : undefined);
  for (const name of ['promote', 'back', 'renew'] as const)
    confirm(`/:version/${name}`, (asked) => {
      const version = versionIn(asked);
      return version === undefined ? undefined : { name, version };
    });
  confirm('/:version/share', (asked) => {
    const version = versionIn(asked);
    const share = shareIn(asked.query.share);
    if (version === undefined || share === undefined) return undefined;
    return share === 100 ? { name: 'promote', version } : { name: 'share', version, share };
  });
  confirm('/end-rollout', () => ({ name: 'end' }));
  page(
    '/apps/:app/:version/discard',
    async (asked) => {
      const version = versionIn(asked);
      return version === undefined ? undefined : await discardPage(parts, asked, version);
    },
    'signs',
  );
}

/** A share of visitors, in whole percent; undefined when it is none. */
const shareIn = (value: unknown): number | undefined =>
  typeof value === 'string' && /^(?:[1-9]\d?|100)$/.test(value) ? Number(value) : undefined;

async function confirmationOf(parts: RoomParts, asked: PageRequest, act: PointerAct): Promise<Html | undefined> {
  const {
    texts,
    who,
    params: { app = '' },
  } = asked;
  const { reader, trust, origin } = parts;
  if (!mayLookAt(who, app) || !mayAct(who, app)) return undefined;
  const proposal = await propose(reader, app, act);
  if (!proposal) return undefined;
  const isOther = act.name !== 'end' && act.name !== 'renew';
  const compared = isOther ? await readComparison(reader, app, act.version) : undefined;
  if (isOther && !compared) return undefined;
  return actPage({
    texts,
    reader: who,
    app,
    act,
    path: pathBelow(app, act),
    proposal,
    compared,
    task: isWritable(reader) ? taskOf(trust, `${pathOf(texts, app)}/pointer`, proposal) : undefined,
    command: commandOf(app, act, origin()),
    keys: signersOf(trust, app),
  });
}

/** What the browser signs; undefined when it would be refused. */
function taskOf(trust: Trust, to: string, { app, stored, current, next }: Proposal): SigningTask | undefined {
  if (!next) return undefined;
  const claims = {
    ...pointerOf(app).claims,
    site: trust.site,
    serial: nextSerial(current?.signature?.serial),
    expires: new Date(Date.now() + pointerLife).toISOString(),
  };
  return { kind: 'pointers', record: next, claims, replaced: stored?.signature?.serial, to };
}

async function discardPage(parts: RoomParts, { texts, who, params: { app = '' } }: PageRequest, version: string) {
  const { reader, trust, origin } = parts;
  if (!mayLookAt(who, app) || !mayAct(who, app)) return undefined;
  if (!(await reader.options.store.has(app, version))) return undefined;
  const pointer = await reader.pointer(app);
  const isUsed = [...entriesOf(pointer), pointer?.candidate].some((entry) => entry?.version === version);
  if (isUsed) return undefined;
  const act = { name: 'discard', version } as const;
  return actPage({
    texts,
    reader: who,
    app,
    act,
    path: pathBelow(app, act),
    task: isWritable(reader) ? { method: 'DELETE', path: pathOf(texts, app, version) } : undefined,
    command: commandOf(app, act, origin()),
    keys: signersOf(trust, app),
  });
}

/** The path of a confirmation below its language. */
function pathBelow(app: string, act: OfferedAct): string {
  if (act.name === 'end') return `/apps/${app}/end-rollout`;
  return `/apps/${app}/${act.version}/${act.name}${act.name === 'share' ? `?share=${act.share}` : ''}`;
}

/** The keys that may sign what is live of an app. */
export const signersOf = ({ keys }: Trust, app: string): TrustedKeys =>
  Object.fromEntries(
    Object.entries(keys).filter(
      ([, { apps, signs }]) => signs.includes('pointers') && (apps.includes(app) || apps.includes(everyApp)),
    ),
  );
