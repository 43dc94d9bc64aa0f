import { askWhy, type ExplainedAnswer } from '@site/releases/explain/askWhy.ts';
import type { Explanation } from '@site/releases/explain/Explanation.ts';
import { isOwnMachine } from '@site/releases/signing/audience.ts';
import type { Reader } from '@site/releases/signing/Trust.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { roomLimits } from '../limits.ts';
import type { RoomOptions } from '../RoomOptions.ts';

/** Why an address answers as it does, or why that isn’t said. */
export type Why =
  | { readonly kind: 'noToken' | 'noSite' | 'busy' | 'other' }
  | { readonly kind: 'elsewhere'; readonly site: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'told'; readonly told: ToldWhy };

/** An explanation, as far as a reader may see it. */
export interface ToldWhy extends ExplainedAnswer {
  /** How many releases of other apps are left out. */
  readonly others: number;
}

/** Asks the running site why it answers as it does. */
export class WhyReader {
  readonly #settings: RoomOptions['settings'];
  readonly #site: RoomOptions['site'];
  #asking = 0;

  constructor(settings: RoomOptions['settings'], site: RoomOptions['site']) {
    this.#settings = settings;
    this.#site = site;
  }

  /** Asks about an address, as somebody wrote it. */
  async read(asked: string, reader: Reader): Promise<Why> {
    const { METRICS_TOKEN: token } = this.#settings;
    if (token === undefined) return { kind: 'noToken' };
    const site = await this.#origin();
    if (site === undefined) return { kind: 'noSite' };
    const address = addressAt(site, asked);
    if (!address) return { kind: 'elsewhere', site };
    // Each question may have the site render a page.
    if (this.#asking >= roomLimits.asking) return { kind: 'busy' };
    this.#asking += 1;
    try {
      return toldTo(await askWhy(address, token), reader);
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      return { kind: 'failed', message: error.message };
    } finally {
      this.#asking -= 1;
    }
  }

  /**
   * The site that the settings name, or one of this machine. Where others may write reports, no other that reports gets the token.
   */
  async #origin(): Promise<string | undefined> {
    const { SITE_ORIGIN } = this.#settings;
    if (SITE_ORIGIN !== undefined) return SITE_ORIGIN;
    const { origin } = (await this.#site()) ?? {};
    return origin !== undefined && isOwnMachine(origin) ? origin : undefined;
  }
}

/** An address of the site: only its path and query are what somebody wrote. Undefined for other sites. */
export function addressAt(site: string, asked: string): URL | undefined {
  const wanted = URL.parse(asked, site);
  const address = new URL(site);
  if (wanted?.origin !== address.origin) return undefined;
  address.pathname = wanted.pathname;
  address.search = wanted.search;
  return address;
}

/** What a reader may know of an answer: nothing of other apps' pages, and of the page's parts those of their own apps. */
function toldTo({ explanation, ...answer }: ExplainedAnswer, { maySee }: Reader): Why {
  const { remote, releases, renderings } = explanation;
  if (remote !== undefined && !maySee(remote)) return { kind: 'other' };
  const isTheirs = (release: string) => maySee(release.split('@')[0] ?? '');
  const shown: Explanation = {
    ...explanation,
    releases: releases?.filter(isTheirs),
    renderings: renderings.filter(({ release }) => isTheirs(release)),
  };
  const others = (releases?.length ?? 0) - (shown.releases?.length ?? 0);
  return { kind: 'told', told: { ...answer, explanation: shown, others } };
}
