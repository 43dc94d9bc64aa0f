import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join, relative } from 'node:path';
import { developmentFolder, root } from '../../build/bundles/folders.ts';
import type { Place } from './Problem.ts';

const frames = /(?:\(|at )(?:async )?([^\s()]+):(\d+):(\d+)\)?$/gm;

/** The first place of the project's own sources in a stack trace, of the rendering process or of a browser. */
export function stackPlace(stack: string): Place | undefined {
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
  const file = relative(root, origin.fileName);
  // A text that is missing is the fault of who asks for it.
  const isOwn = /^(?:shell|shared(?!\/i18n)|remotes)\//.test(file) && !file.includes('node_modules');
  // These source maps know lines alone.
  return isOwn ? { file, line: origin.lineNumber, column: 0 } : undefined;
}

function mapOf(bundle: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}
