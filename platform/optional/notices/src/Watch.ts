import { notAgreed } from '@site/releases/agreement.ts';
import { isAppName } from '@site/releases/names.ts';
import { pointerOf } from '@site/releases/pointer.ts';
import { routePolicy } from '@site/releases/policy.ts';
import type { Signed } from '@site/releases/signedRecord.ts';
import { acceptedBy, type Trust } from '@site/releases/signing/Trust.ts';
import type { ReleaseStore, WritableStore } from '@site/releases/store/ReleaseStore.ts';
import { unlessDamaged } from '@site/releases/store/storeFailure.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import { namedRemotes, type RoutePolicy } from '@site/shared/routes/policy.ts';
import type { Known, KnownApp } from './Known.ts';
import { noticeLimits } from './limits.ts';
import { type AppSight, lookAtApp, type Sources } from './lookAtApp.ts';
import { type Expiring, expiringKeys, lookAtExpiries } from './lookAtExpiries.ts';
import { lookAtFreeze } from './lookAtFreeze.ts';
import type { Notice } from './Notice.ts';

/** What is watched. */
export interface WatchOptions extends Omit<Sources, 'store'> {
  /** A store that only reads can't say which versions wait. */
  readonly store: ReleaseStore & Partial<Pick<WritableStore, 'versions'>>;
  /** Whose pointers count; undefined where nothing is signed. */
  readonly trust: Trust | undefined;
  /** The route policy of a store that has none. */
  readonly policy: RoutePolicy;
  /** How often to look for what waits for the owner's agreement, in milliseconds. */
  readonly requestsEvery?: number | undefined;
}

/** What is known now, and what is new. */
interface Sight {
  readonly known: Known;
  readonly notices: readonly Notice[];
  /** Why some apps couldn't be looked at. Nobody's damage hides the others. */
  readonly problems: readonly unknown[];
}

/** What a look goes by. */
interface LookContext {
  readonly before: Known | undefined;
  readonly policy: RoutePolicy;
  readonly looksForRequests: boolean;
}

const policyCommand = 'npx site policy FILE';

/** Looks at the store and at what servers report, and says what is new since the last look. */
export class Watch {
  readonly #options: WatchOptions;
  #requestsDue = 0;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /**
   * Looks once.
   *
   * @param before undefined at the very first look: what is live then is no news
   * @throws {OperatorError} RELEASE-STORE when the store can't be read
   */
  async look(before: Known | undefined): Promise<Sight> {
    const { store, trust, policy: otherwise } = this.#options;
    const stored = acceptedBy(trust, routePolicy, await unlessDamaged(store.read(routePolicy)));
    const policy = stored ?? otherwise;
    const context = { before, policy, looksForRequests: this.#looksForRequests() };
    const apps: Record<string, KnownApp> = {};
    const notices: Notice[] = [];
    const problems: unknown[] = [];
    const expiring: Expiring[] = trust ? [...expiringKeys(trust.keys)] : [];
    if (stored?.signature) expiring.push(endOf('policy.json', 'shell', stored.signature.expires, policyCommand));
    for (const app of await this.#apps(policy, before)) {
      const known = before?.apps[app];
      if (known) apps[app] = known;
      try {
        const seen = await this.#lookAt(app, known, context);
        if (!seen) continue;
        apps[app] = seen.known;
        notices.push(...seen.notices);
        expiring.push(...seen.expiring);
      } catch (error) {
        problems.push(error);
      }
    }
    const ends = lookAtExpiries(expiring, before?.expiring ?? {});
    const { known: freeze, notices: told } = lookAtFreeze(stored, before, stored && this.#signerOf(stored));
    const known = { apps, expiring: ends.known, ...(freeze && { freeze }) };
    return { known, notices: [...told, ...notices, ...ends.notices], problems };
  }

  #looksForRequests(): boolean {
    const isDue = Date.now() >= this.#requestsDue;
    const { requestsEvery = noticeLimits.lookForRequests } = this.#options;
    if (isDue) this.#requestsDue = Date.now() + requestsEvery;
    return isDue;
  }

  /** What may be live. Stores behind an HTTP origin don't list their apps. */
  async #apps(policy: RoutePolicy, before: Known | undefined): Promise<readonly string[]> {
    const inStore = await this.#options.store.apps();
    const named = ['shell', ...namedRemotes(policy), ...Object.keys(before?.apps ?? {}), ...inStore];
    return [...new Set(named)].filter(isAppName).slice(0, noticeLimits.apps);
  }

  /** What is new of an app; undefined while nothing of it is live that counts. */
  async #lookAt(app: string, known: KnownApp | undefined, { before, policy, looksForRequests }: LookContext) {
    const { store, trust } = this.#options;
    const pointer = acceptedBy(trust, pointerOf(app), await unlessDamaged(store.read(pointerOf(app))));
    const { version, signature } = pointer ?? {};
    // An old one that someone has put back is refused by servers, too.
    if (!pointer || (known && (signature?.serial ?? 0) < known.serial)) return undefined;
    const context = { before: known, by: this.#signerOf(pointer), isNew: before !== undefined };
    const seen = await lookAtApp(this.#options, app, pointer, context);
    const asked = looksForRequests ? await this.#askedOf(app, policy, pointer, seen.known) : undefined;
    return {
      known: asked?.known ?? seen.known,
      notices: [...seen.notices, ...(asked?.notices ?? [])],
      expiring: signature
        ? [endOf(`${app}@${version}`, app, signature.expires, `npx site promote ${app} ${version}`)]
        : [],
    };
  }

  /** The name of the key that has signed a pointer, or the policy. */
  #signerOf({ signature }: Signed): string | undefined {
    const keys = Object.entries(this.#options.trust?.keys ?? {});
    return keys.find(([, { public: key }]) => key === signature?.key)?.[0];
  }

  /** Whether the newest version of an app waits for the owner's agreement. */
  async #askedOf(
    app: string,
    policy: RoutePolicy,
    { version, candidate }: Pointer,
    known: KnownApp,
  ): Promise<AppSight> {
    const { store, trust } = this.#options;
    const nothing = { known, notices: [] };
    if (!store.versions || !Object.hasOwn(policy.agreed ?? {}, app)) return nothing;
    const [newest] = await store.versions(app);
    if (!newest || [version, candidate?.version, known.asks].includes(newest.version)) return nothing;
    const manifest = await unlessDamaged(store.manifest(app, newest.version));
    if (!manifest) return nothing;
    try {
      trust?.assertRelease(manifest);
    } catch {
      return nothing;
    }
    const message = notAgreed(policy, manifest);
    if (message === undefined) return nothing;
    const release = `${app}@${newest.version}`;
    const values = { app, release, message, command: `npx site policy --agree ${release}` };
    return { known: { ...known, asks: newest.version }, notices: [{ kind: 'asks', app, values }] };
  }
}

const endOf = (what: string, app: string, until: string, command: string): Expiring => ({ what, app, until, command });
