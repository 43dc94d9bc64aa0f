import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { developmentFolder, pathFromRoot } from '@site/bundling/project.ts';
import type { PageReport } from '@site/renderer/views/PageReport.ts';
import { type DeveloperProblem, problemAt, type SourcePosition, textOf } from './Problems.ts';

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
export function serverProblems({
  url: address,
  page,
  failure,
  fragments = [],
  missingTexts,
}: PageReport): DeveloperProblem[] {
  const url = pathOf(address);
  const missing = missingTexts.map((key) => ({
    title: `The page “${page}” uses a text that doesn’t exist`,
    message: `SITE-TEXTS "${key}" is in no catalogue of this page.`,
    url,
  }));
  const failed = fragments.map(({ name, message, stack = '' }) =>
    stackProblem(stack, { title: `The fragment “${name}” fails on the server`, message, url }),
  );
  if (!failure) return [...failed, ...missing];
  const { message, stack = '' } = failure;
  return [stackProblem(stack, { title: `The page “${page}” fails on the server`, message, url })];
}

/**
 * Converts a browser's report about a page.
 *
 * @param page name of the page, if it is known
 */
export const browserProblem = ({ message, stack, url }: BrowserError, page = url): DeveloperProblem =>
  stackProblem(stack, { title: `The page “${page}” fails in the browser`, message, url });

/** Rspack's own function is in no source. */
const frames = /^(?!.*\b__webpack_require__\b).*(?:\(|at )(?:async )?([^\s()]+):(\d+):(\d+)\)?$/gm;

/**
 * A problem at the first place in the project's sources in a stack trace of the rendering process or a browser. An error from a
 * dependency also names the dependency's file.
 */
function stackProblem(stack: string, problem: Pick<DeveloperProblem, 'title' | 'message' | 'url'>): DeveloperProblem {
  let inside: SourcePosition | undefined;
  for (const [, script = '', line, column] of stack.matchAll(frames)) {
    const bundle = bundleOf(script);
    const place = bundle && originOf(bundle, Number(line), Number(column));
    if (place && isOwn(place)) return problemAt(place, { ...problem, message: inDependency(problem.message, inside) });
    if (place && isOfDependency(place)) inside ??= place;
  }
  return problemAt(inside, problem);
}

const inDependency = (message: string, inside: SourcePosition | undefined): string =>
  inside ? `${message}\nThrown in ${textOf(inside)}.` : message;

/** For a missing text, the code that uses it, not i18n's own. */
const isOwn = ({ file }: SourcePosition): boolean =>
  /^(?:shell|shared(?!\/i18n)|remotes|src|locales)\//.test(file) && !file.includes('node_modules');

/** React only reports what the code around it has thrown. */
const isOfDependency = ({ file }: SourcePosition): boolean =>
  file.includes('node_modules/') && !/node_modules\/(?:react|react-dom|scheduler|@rspack)\//.test(file);

/** The compiled file of a script: `blog@development-3.cjs` on the server, `http://…/assets/blog/page-list.js` in browsers. */
function bundleOf(script: string): string | undefined {
  const remote = /^([\w-]+)@[\w-]+\.cjs$/.exec(script)?.[1];
  if (remote) return join(developmentFolder, remote, 'server/remote.cjs');
  const [, app, file] = /\/assets\/([\w-]+)\/([^?]+)/.exec(script) ?? [];
  if (app && file) return join(developmentFolder, app, 'web', file);
  return script.startsWith(developmentFolder) ? script : undefined;
}

function originOf(bundle: string, line: number, column: number): SourcePosition | undefined {
  const origin = mapOf(bundle)?.findOrigin(line, column);
  if (!origin || !('fileName' in origin)) return undefined;
  // These source maps have no columns.
  return { file: pathFromRoot(origin.fileName), line: origin.lineNumber, column: 0 };
}

function mapOf(bundle: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}
