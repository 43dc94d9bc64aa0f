import type { PageReport } from '@site/server/development.ts';
import { type Problem, problemAt } from './Problem.ts';
import { stackPlace } from './stackPlace.ts';

/** An error in a page, as the page's browser tells it. */
export interface BrowserError {
  readonly message: string;
  readonly stack: string;
  /** Path of the page. */
  readonly url: string;
}

/** The path of an address of the site. */
export const pathOf = (url: string): string => url.split('?')[0] ?? url;

/** How a page failed on the server. */
export function serverProblems({ url: address, page, failure, missingTexts }: PageReport): Problem[] {
  const url = pathOf(address);
  const missing = missingTexts.map((key) => ({
    title: `The page “${page}” asks for a text that isn’t there`,
    message: `SITE-TEXTS "${key}" is in no catalogue that this page brings.`,
    url,
  }));
  if (!failure) return missing;
  const place = failure.stack === undefined ? undefined : stackPlace(failure.stack);
  return [problemAt(place, { title: `The page “${page}” fails on the server`, message: failure.message, url })];
}

/**
 * How a page failed in the browser.
 *
 * @param page its name, where it is known
 */
export const browserProblem = ({ message, stack, url }: BrowserError, page = url): Problem =>
  problemAt(stackPlace(stack), { title: `The page “${page}” fails in the browser`, message, url });
