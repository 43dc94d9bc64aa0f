import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  type SamplingResult,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import { tracingLimits } from './limits.ts';
import type { SamplerName } from './settings.ts';

/**
 * The sampler of a name: `parentbased_always_on`, as OpenTelemetry says, if none is given.
 *
 * @param ratio which part of the traces `traceidratio` takes
 */
export function samplerOf(name: SamplerName = 'parentbased_always_on', ratio = 1): Sampler {
  const root = ownSampler(name, ratio);
  if (!name.startsWith('parentbased_')) return root;
  return new ParentBasedSampler({ root, remoteParentSampled: new AskedSampler(root) });
}

function ownSampler(name: SamplerName, ratio: number): Sampler {
  if (name.endsWith('always_off')) return new AlwaysOffSampler();
  return name.endsWith('always_on') ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(ratio);
}

/**
 * Takes the traces that a server in front asks for, but only some each second beyond its own: a proxy that passes on what
 * strangers send must not let them have everything recorded.
 */
class AskedSampler implements Sampler {
  readonly #own: Sampler;
  #second = 0;
  #taken = 0;

  constructor(own: Sampler) {
    this.#own = own;
  }

  shouldSample(...asked: Parameters<Sampler['shouldSample']>): SamplingResult {
    const own = this.#own.shouldSample(...asked);
    if (own.decision === SamplingDecision.RECORD_AND_SAMPLED) return own;
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#taken = 0;
    }
    if (this.#taken >= tracingLimits.asked) return own;
    this.#taken += 1;
    return { decision: SamplingDecision.RECORD_AND_SAMPLED };
  }

  toString(): string {
    return `AskedSampler{${this.#own}}`;
  }
}
