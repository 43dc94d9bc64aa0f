import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { developmentFolder, pathFromRoot } from '@site/kit/build/bundles/project.ts';
import type { PageReport } from '@site/renderer/views/PageReport.ts';
import { type Place, type Problem, problemAt } from './Problems.ts';

/** An error in a page, as its browser reports it. */
export interface BrowserError {
  readonly message: string;
  readonly stack: string;
  /** Path of the page. */
  readonly url: string;
}

/** The path of an address. */
export const pathOf = (url: string): string => url.split('?')[0] ?? url;

/** Converts a report of the site server about a page. */
export function serverProblems({ url: address, page, failure, missingTexts }: PageReport): Problem[] {
  const url = pathOf(address);
  const missing = missingTexts.map((key) => ({
    title: `The page “${page}” uses a text that doesn’t exist`,
    message: `SITE-TEXTS "${key}" is in no catalogue of this page.`,
    url,
  }));
  if (!failure) return missing;
  const place = failure.stack === undefined ? undefined : stackPlace(failure.stack);
  return [problemAt(place, { title: `The page “${page}” fails on the server`, message: failure.message, url })];
}

/**
 * Converts a browser's report about a page.
 *
 * @param page name of the page, if it is known
 */
export const browserProblem = ({ message, stack, url }: BrowserError, page = url): Problem =>
  problemAt(stackPlace(stack), { title: `The page “${page}” fails in the browser`, message, url });

const frames = /(?:\(|at )(?:async )?([^\s()]+):(\d+):(\d+)\)?$/gm;

/** The first place in the project's sources in a stack trace of the rendering process or a browser. */
function stackPlace(stack: string): Place | undefined {
  for (const [, script = '', line, column] of stack.matchAll(frames)) {
    const bundle = bundleOf(script);
    const place = bundle && originOf(bundle, Number(line), Number(column));
    if (place) return place;
  }
  return undefined;
}

/** The compiled file of a script: `blog@development-3.cjs` on the server, `http://…/assets/blog/page-list.js` in browsers. */
function bundleOf(script: string): string | undefined {
  const remote = /^([\w-]+)@[\w-]+\.cjs$/.exec(script)?.[1];
  if (remote) return join(developmentFolder, remote, 'server/remote.cjs');
  const [, app, file] = /\/assets\/([\w-]+)\/([^?]+)/.exec(script) ?? [];
  if (app && file) return join(developmentFolder, app, 'web', file);
  return script.startsWith(developmentFolder) ? script : undefined;
}

function originOf(bundle: string, line: number, column: number): Place | undefined {
  const origin = mapOf(bundle)?.findOrigin(line, column);
  if (!origin || !('fileName' in origin)) return undefined;
  const file = pathFromRoot(origin.fileName);
  // For a missing text, show the code that uses it, not i18n's own.
  const isOwn = /^(?:shell|shared(?!\/i18n)|remotes)\//.test(file) && !file.includes('node_modules');
  // These source maps have no columns.
  return isOwn ? { file, line: origin.lineNumber, column: 0 } : undefined;
}

function mapOf(bundle: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}
