import { limits } from '../limits.ts';
import type { SiteParts } from '../SiteParts.ts';

/** What rendered pages depend on besides their address: a page that was rendered from another state is out of date. */
export class SiteState {
  readonly #parts: Pick<SiteParts, 'releases' | 'api' | 'health'>;
  #news = '';
  #newsSeenAt = Number.NEGATIVE_INFINITY;
  #described: readonly string[] = [];
  #description = '';

  constructor(parts: Pick<SiteParts, 'releases' | 'api' | 'health'>) {
    this.#parts = parts;
  }

  /** The state now; nothing when the news haven't been looked at for `limits.newsLook`. */
  get known(): string | undefined {
    return performance.now() - this.#newsSeenAt < limits.newsLook ? this.#describe() : undefined;
  }

  /** The state now; the API is asked for that of the news. */
  async look(): Promise<string> {
    const askedAt = performance.now();
    this.#news = await this.#parts.api.newsState();
    this.#newsSeenAt = askedAt;
    return this.#describe();
  }

  /** The releases are read when a page is rendered or sent: so no page is ever kept as one of other releases. */
  #describe(): string {
    const { releases, health } = this.#parts;
    const [signature, failures] = [releases.current().signature, health.state];
    const [knownSignature, knownNews, knownFailures] = this.#described;
    if (signature !== knownSignature || this.#news !== knownNews || failures !== knownFailures) {
      // Pages in memory are compared with it at every request: the same text is quicker to compare than an equal one.
      this.#described = [signature, this.#news, failures];
      this.#description = this.#described.join(' ');
    }
    return this.#description;
  }
}
