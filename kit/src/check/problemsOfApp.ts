import { boundaries } from './boundaries/boundaries.ts';
import { catalogues } from './catalogues/catalogues.ts';
import { problemsFoundBy } from './problemsFoundBy.ts';
import { types } from './programs.ts';

/** What can go wrong on the live site when it is wrong in the sources; the other checks are about the sources themselves. */
const decisive = [types, boundaries, catalogues];

/** The problems of an app's sources that must not go live: types, imports across boundaries, texts and their values. */
export async function problemsOfApp(app: string): Promise<readonly string[]> {
  return (await Promise.all(decisive.map((check) => problemsFoundBy(check, app)))).flat();
}
