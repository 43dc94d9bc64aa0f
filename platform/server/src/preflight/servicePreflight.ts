import type { Preflight } from '@site/releases/operations/publish.ts';
import { preflight } from './preflight.ts';
import type { CreateSite } from './preflightSite.ts';

/** The release service's own preflight: a team's machine may have tried nothing. */
export const servicePreflight =
  (createSite: CreateSite): Preflight =>
  async (task) => {
    const notes = await preflight(task);
    // Loaded here because few servers have a release service.
    const { preflightInBrowser } = await import('./browser/preflightInBrowser.ts');
    const unknown = await preflightInBrowser(task, { isForeign: true, createSite });
    return [...notes, ...unknown.map((note) => `At the release service: ${note}`)];
  };
