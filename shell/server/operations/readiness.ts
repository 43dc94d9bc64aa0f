import type { Check } from '@site/api';
import type { ReleaseSource } from '../releases/ReleaseSource.ts';
import type { Renderer } from '../render/Renderer.ts';

/** Whether every live remote can be shown. A server that has lost its store goes on with its copies, and is ready. */
export const storeCheck =
  (releases: ReleaseSource): Check =>
  async () => {
    const missing = [...releases.current().unreachable].join(', ');
    return missing === '' ? undefined : `The store has not handed over: ${missing}.`;
  };

/** Whether pages can be rendered. */
export const workersCheck =
  (renderer: Renderer): Check =>
  async () =>
    (await renderer.isReady()) ? undefined : 'No rendering worker has started.';
