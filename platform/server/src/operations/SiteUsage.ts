import type { Release } from '@site/releases/Release.ts';
import type { MeasuredVitals } from '@site/rollouts/Rollouts.ts';

/** Who counts what visitors get, where somebody wants to know. All calls return at once, since visitors wait for them. */
export interface SiteUsage {
  /** A page was sent: from memory, rendered, in its last good version, or as a failure. Without a remote it is the shell's. */
  answered(remote: string | undefined, how: 'memory' | 'rendered' | 'stale' | 'failed'): void;
  /** A page was rendered, with its data, in so many milliseconds. */
  rendered(remote: string | undefined, milliseconds: number): void;
  /** A browser has reported the Web Vitals of a visit that began with a release. */
  measured(release: Release, vitals: MeasuredVitals, address: string): void;
  /** A browser has reported a failure of a release. */
  browserFailed(release: Release, address: string): void;
  close(): Promise<void>;
}
