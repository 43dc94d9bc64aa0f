import { endLeases } from './endLeases.ts';
import type { Trial } from './trial.ts';

/** How to kill. */
export interface KillOptions {
  readonly kills: number;
  /** How long a server lives at most after its first answer, in milliseconds. */
  readonly longestLife: number;
  readonly onKill?: (kills: number) => void;
}

/** One in so many servers is killed while it starts. */
const birthEvery = 5;

/**
 * Kills one server after the other at random moments, and starts a last one, for which it is as if hours had passed: mails
 * whose sender was killed, or that were put off, are due.
 */
export function kills(options: KillOptions): (trial: Trial) => Promise<void> {
  return async ({ place, server, visitors }) => {
    for (let kill = 1; kill <= options.kills; kill += 1) {
      if (kill % birthEvery === 0) {
        await server.dieAtBirth();
      } else {
        await server.start();
        visitors.arrive();
        await visitors.nextAnswer();
        await server.killWithin(options.longestLife);
      }
      options.onKill?.(kill);
    }
    await endLeases(place);
    await server.start();
  };
}
