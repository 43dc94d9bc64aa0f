import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import {
  manifestFile,
  type Provenance,
  type Publication,
  type ReleaseManifest,
} from '@site/shared/contract/release.ts';
import { z } from 'zod';
import { isShallow, problemsOf, signatureText } from './descriptions.ts';
import { eventsSchema, isOwnEvent, listensSchema } from './events.ts';
import { formProblem, formsSchema } from './forms.ts';
import { fragmentsSchema, usesSchema } from './fragments.ts';
import { styleSheetEnd } from './integrity.ts';
import { assertWithinLimits } from './limits.ts';
import { isAppName, isInnerPath, isVersion, publicationFile } from './names.ts';
import { packagesSchema } from './packages.ts';
import { apisSchema, pagesSchema } from './pages.ts';
import { maxFileBytes } from './store/files.ts';

/** Maximum characters of problems in an error message: a manifest may have any number of problems. */
const maxProblemText = 1_000;

const innerPath = z.string().refine(isInnerPath, 'must be a path below the release');
const innerPaths = z.array(innerPath);
const styleSheets = z.array(innerPath.endsWith(styleSheetEnd, `must end with ${styleSheetEnd}`));

/** Addresses are written into HTML unescaped, so they may only have characters without meaning there. */
const publicPathPattern = /^(https?:\/\/[\w.:-]+)?\/[\w.@~+/-]+\/$/;

/** Every file that a manifest names must be in its list of files. */
const listsItsFiles = ({ entry, server, modules, files }: Omit<ReleaseManifest, 'name' | 'version'>): boolean => {
  const inBrowser = [entry, ...Object.values(modules).flatMap(({ scripts, styles }) => [...scripts, ...styles])];
  return [server, ...inBrowser.map((file) => `web/${file}`)].every((file) => Object.hasOwn(files, file));
};

/** A page or fragment must be one of the exposed modules. */
const exposes = ({
  pages = [],
  fragments = {},
  modules,
}: Pick<ReleaseManifest, 'pages' | 'fragments' | 'modules'>): boolean =>
  [...pages, ...Object.values(fragments)].every(({ module }) => Object.hasOwn(modules, module));

/** An API that lists a page's addresses is one that the owner is asked for. */
const namesItsApis = ({ pages = [], apis = {} }: Pick<ReleaseManifest, 'pages' | 'apis'>): boolean =>
  pages.every(({ entries }) => entries === undefined || Object.hasOwn(apis, entries.api));

/** No file may be a folder of others, or replace the descriptions that the store writes. */
const canBeStored = ({ files }: Pick<ReleaseManifest, 'files'>): boolean => {
  const folders = Object.keys(files).flatMap((path) => foldersOf(path));
  return [manifestFile, publicationFile, ...folders].every((path) => !Object.hasOwn(files, path));
};

const foldersOf = (path: string): string[] => {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
};

/**
 * No app or version may take another's addresses, because caches keep what they once got from there. On the site's own
 * origin, the address consists of name and version; on another origin, laid out like a store, it ends with them. The shell's
 * versions, which only its owner signs, may share an address: their files have hashes in their names. Addresses that
 * browsers normalize, such as ones with `..`, are refused.
 */
function hasOwnAddress({ name, version, publicPath }: Pick<ReleaseManifest, 'name' | 'version' | 'publicPath'>) {
  const url = URL.parse(publicPath, 'http://site.example');
  if (name === 'shell' && publicPath.startsWith('/assets/shell/')) return url?.pathname === publicPath;
  if (publicPath.startsWith('/')) return publicPath === `/assets/${name}/${version}/`;
  return url?.href === publicPath && publicPath.endsWith(`/${name}/${version}/web/`);
}

const namedLists = z.record(z.string().max(200), z.array(z.string().max(200)).max(1_000));

/** Unknown properties are kept at every level: the signature covers what later versions of the site may add. */
const schema = z
  .looseObject({
    name: z.string().refine(isAppName),
    version: z.string().refine(isVersion),
    contract: z.number().int(),
    contracts: z.array(z.number().int()).max(10).exactOptional(),
    protocol: z.number().int().exactOptional(),
    singletons: z.record(z.string().max(200), z.string().max(200)),
    exports: namedLists.exactOptional(),
    properties: namedLists.exactOptional(),
    publicPath: z.string().max(500).regex(publicPathPattern),
    entry: innerPath,
    server: innerPath,
    modules: z.record(
      z.string().max(200),
      z.looseObject({
        scripts: innerPaths,
        styles: styleSheets,
        fonts: innerPaths.exactOptional(),
        pictures: innerPaths.exactOptional(),
      }),
    ),
    pages: pagesSchema.exactOptional(),
    fragments: fragmentsSchema.exactOptional(),
    emits: eventsSchema.exactOptional(),
    uses: usesSchema.exactOptional(),
    listens: listensSchema.exactOptional(),
    calls: z.array(z.string().max(60)).max(50).exactOptional(),
    apis: apisSchema.exactOptional(),
    packages: packagesSchema.exactOptional(),
    forms: formsSchema.exactOptional(),
    files: z.record(
      innerPath,
      z.looseObject({
        integrity: z.string().regex(/^sha(256|384)-[\w+/=]{1,100}$/),
        size: z.number().int().min(0).max(maxFileBytes),
      }),
    ),
    signature: z.looseObject({ key: signatureText, value: signatureText }).exactOptional(),
  })
  .refine(listsItsFiles, 'must list every file that it names')
  .refine((manifest) => formProblem(manifest) === undefined, {
    path: ['forms'],
    error: 'must name every form of a page, and go to APIs that it names',
  })
  .refine(exposes, { path: ['pages'], error: 'must be of modules that it exposes, and so must fragments' })
  .refine(({ name, emits = {} }) => Object.keys(emits).every((event) => isOwnEvent(event, name)), {
    path: ['emits'],
    error: 'must have names that begin with the remote’s',
  })
  .refine(namesItsApis, { path: ['pages'], error: 'must have entries of APIs that it names' })
  .refine(canBeStored, { path: ['files'], error: 'must be files that can stand side by side in a folder' })
  .refine(hasOwnAddress, {
    path: ['publicPath'],
    error:
      'must be /assets/, the app’s own name and version, or on another origin and end with name, version and web/, without . or ..',
  });

/**
 * Reads an untrusted `release.json`.
 *
 * @throws {OperatorError} RELEASE-MANIFEST naming what is wrong with it, RELEASE-LIMIT naming the exceeded limits
 */
export function readManifest(text: string, source: string): ReleaseManifest {
  const parsed = schema.safeParse(parseJson(text, source));
  if (parsed.success) {
    assertWithinLimits(parsed.data);
    return parsed.data;
  }
  const problems = problemsOf(parsed.error);
  throw new OperatorError(
    'RELEASE-MANIFEST',
    `${source} can’t be used (${problems.slice(0, maxProblemText)}). Build the app again.`,
  );
}

function parseJson(text: string, source: string): unknown {
  const fail = (problem: string, cause?: unknown) =>
    new OperatorError('RELEASE-MANIFEST', `${source} ${problem}. Build the app again.`, cause);
  try {
    const value: unknown = JSON.parse(text);
    if (isShallow(value)) return value;
  } catch (cause) {
    throw fail('is not JSON', cause);
  }
  throw fail('is nested too deeply');
}

const note = z.string().max(300).optional();

/** What a version was built from, as sent in requests. */
export const provenanceSchema: z.ZodType<Provenance> = z.object({ commit: note, repository: note, author: note });

const publicationSchema: z.ZodType<Publication> = z.object({
  at: z.string(),
  commit: note,
  repository: note,
  author: note,
});

/** Reads a `publication.json`. A version works without one, or with a damaged one. */
export function readPublication(text: string): Publication {
  try {
    return publicationSchema.parse(JSON.parse(text));
  } catch {
    return { at: '' };
  }
}
