import { type Scale, type Vital, vitalScales } from '@site/rollouts/histogram.ts';

/** How a page was answered: from memory, rendered, in its last good version while it failed, or with a failure. */
export type Answer = 'memory' | 'rendered' | 'stale' | 'failed';

export const answers = ['memory', 'rendered', 'stale', 'failed'] as const satisfies readonly Answer[];

/** What is measured rather than counted. */
export type Measured = Vital | 'render';

/** The classes of what is measured. Those of rendering are wider: there are some in every hour. */
export const scales: Readonly<Record<Measured, Scale>> = {
  ...vitalScales,
  render: { first: 1, ratio: 1.25, classes: 48 },
};

/** What the database calls the failures that browsers report. */
export const browserFailure = 'browser-failure';

/** How the rows of all apps together are named. */
export const wholeSite = '';

/** The app that answers where no remote does. */
export const shellApp = 'shell';
