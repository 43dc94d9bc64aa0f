import { inspect } from 'node:util';
import type { Check } from './Check.ts';
import { CatalogueError } from './catalogues/texts.ts';

/**
 * Runs a check. One that breaks is a problem like another: it must not take the results of the others with it.
 *
 * @param app the app to look at; without it, everything
 */
export async function problemsFoundBy(check: Check, app?: string): Promise<readonly string[]> {
  try {
    return await check.run(app);
  } catch (error) {
    return [error instanceof CatalogueError ? error.message : inspect(error)];
  }
}
