import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { z } from 'zod';
import { isAppName, isInnerPath, isVersion } from './names.ts';
import { ReleaseError } from './ReleaseError.ts';
import { maxFileBytes } from './store/sizeLimit.ts';

const maxFiles = 2_000;

const innerPath = z.string().refine(isInnerPath, 'must be a path below the release');

/** Addresses stand in HTML as they are: they have only characters that mean nothing there. */
const publicPathPattern = /^(https?:\/\/[\w.:-]+)?\/([\w.@~+-]+\/)*$/;

/** What a manifest names must be in its list of files. */
const hasItsFiles = ({ entry, server, modules, files }: Omit<ReleaseManifest, 'name' | 'version'>): boolean => {
  const inBrowser = [entry, ...Object.values(modules).flatMap(({ scripts, styles }) => [...scripts, ...styles])];
  return [server, ...inBrowser.map((file) => `web/${file}`)].every((file) => Object.hasOwn(files, file));
};

/** On the site's own origin every app has a place to itself: none can take another's addresses. */
const isInItsPlace = ({ name, publicPath }: Pick<ReleaseManifest, 'name' | 'publicPath'>): boolean =>
  !publicPath.startsWith('/') || publicPath.startsWith(`/assets/${name}/`);

const schema = z
  .object({
    name: z.string().refine(isAppName),
    version: z.string().refine(isVersion),
    contract: z.number().int(),
    singletons: z.record(z.string(), z.string()),
    publicPath: z.string().regex(publicPathPattern),
    entry: innerPath,
    server: innerPath,
    modules: z.record(z.string(), z.object({ scripts: z.array(innerPath), styles: z.array(innerPath) })),
    files: z
      .record(
        innerPath,
        z.object({ integrity: z.string().regex(/^sha(256|384)-/), size: z.number().int().max(maxFileBytes) }),
      )
      .refine((files) => Object.keys(files).length <= maxFiles, `must list at most ${maxFiles} files`),
  })
  .refine(hasItsFiles, 'must list every file that it names')
  .refine(isInItsPlace, {
    path: ['publicPath'],
    error: 'must be below /assets/ and the app’s own name, or on another origin',
  });

/**
 * Reads a `release.json` that may come from anywhere.
 *
 * @throws {ReleaseError} RELEASE-MANIFEST naming what is wrong with it
 */
export function readManifest(text: string, source: string): ReleaseManifest {
  const parsed = schema.safeParse(parseJson(text, source));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  throw new ReleaseError('RELEASE-MANIFEST', `${source} can’t be used (${problems}). Build the app again.`);
}

function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ReleaseError('RELEASE-MANIFEST', `${source} is not JSON. Build the app again.`, cause);
  }
}
