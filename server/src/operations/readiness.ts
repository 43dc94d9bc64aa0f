import type { Check } from '@site/http/probes.ts';
import type { ReleaseSource } from '@site/releases/Release.ts';
import type { Renderer } from '../render/Renderer.ts';

/**
 * Whether the store has handed over what is live. A server that has lost its store goes on with its copies, and is ready; so is
 * one that has all of the store but a remote that no server could show.
 */
export const storeCheck =
  (releases: ReleaseSource): Check =>
  async () => {
    const missing = [...releases.current().unreachable]
      .flatMap(([remote, code]) => (code === 'RELEASE-STORE' ? [remote] : []))
      .join(', ');
    return missing === '' ? undefined : `The store has not handed over: ${missing}.`;
  };

/** Whether every remote of the route table can be shown. What the store has not handed over is left to `storeCheck`: another server may have it. */
export const remotesCheck =
  (releases: ReleaseSource): Check =>
  async () => {
    const { gone, unreachable } = releases.current();
    const missing = gone.filter((remote) => unreachable.get(remote) !== 'RELEASE-STORE').join(', ');
    return missing === '' ? undefined : `No release can be shown of: ${missing}.`;
  };

/** Whether pages can be rendered. */
export const workersCheck =
  (renderer: Renderer): Check =>
  async () =>
    (await renderer.isReady()) ? undefined : 'No rendering worker has started.';
