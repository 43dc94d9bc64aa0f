/** Refuses what a remote's bundles can't run, with package, file, line, and what to do. */
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import type { Compilation, Module, RspackPluginInstance } from '@rspack/core';
import { descriptionOf } from '../installedProgram.ts';
import { packageOf } from '../moduleGraph.ts';
import { pathFromRoot } from '../project.ts';
import { codeFromText, lineOfRawMarkup, rawMarkup, startedWorkers } from './codeFromText.ts';
import { packageIn } from './packageIn.ts';
import { heldByShell, singletonRanges } from './singletons.ts';

const plugin = 'fitting packages';

/** Refuses imports that lead to Node, or to a second copy of what the shell has once. */
export const fittingImports = (platform: 'browser' | 'server'): RspackPluginInstance => ({
  apply: ({ hooks }) => {
    hooks.normalModuleFactory.tap(plugin, (factory) => {
      factory.hooks.beforeResolve.tap(plugin, ({ request, contextInfo }) => {
        const issuer = contextInfo?.issuer ?? '';
        const reason = issuer === '' ? undefined : refusalOf(request, issuer, platform);
        if (reason !== undefined) throw withoutStack(refused(issuer, lineOf(issuer, request), reason));
      });
    });
  },
});

function refusalOf(request: string, issuer: string, platform: 'browser' | 'server'): string | undefined {
  const name = packageOf(request);
  const from = packageIn(issuer);
  const instead = heldByShell(name);
  // The checks read the team's own imports: some files of @site/shared are for remotes to bundle.
  const isForeign = from !== undefined && heldByShell(from) === undefined;
  if (isForeign && instead !== undefined && !Object.hasOwn(singletonRanges, request))
    return `imports "${request}", of which a page has one copy, the shell's: ${instead}`;
  // In browsers, a package may say that it does without: `"browser": { "fs": false }`.
  if (platform === 'browser' || !isBuiltin(request)) return undefined;
  // Some packages for browsers have the name of a module of Node.
  if (!request.startsWith('node:') && descriptionOf(name, issuer) !== undefined) return undefined;
  return `imports "${request}" of Node, which the site's renderer doesn't have`;
}

/**
 * Refuses bundled modules that turn text into code, and workers and markup of the team's own: the Content Security Policy forbids
 * them.
 */
export const withoutCodeFromText: RspackPluginInstance = {
  apply: ({ hooks, rspack }) => {
    hooks.thisCompilation.tap(plugin, (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: plugin, stage }, () => {
        for (const file of bundledFiles(compilation)) {
          const reason = forbiddenIn(file);
          if (reason !== undefined) compilation.errors.push(new rspack.WebpackError(reason));
        }
      });
    });
  },
};

/** What the Content Security Policy forbids of a script. A package may do without workers or markup where there are none. */
function forbiddenIn(file: string): string | undefined {
  const code = readFileSync(file, 'utf8');
  const forbidden = 'which the Content Security Policy forbids';
  const [fromText] = codeFromText(code, file);
  if (fromText) return refused(file, fromText.line, `turns text into code with ${fromText.call}, ${forbidden}`);
  if (packageIn(file) !== undefined) return undefined;
  const markup = lineOfRawMarkup(code, file);
  if (markup !== undefined)
    return `BUILD-MARKUP your code makes HTML of a string with ${rawMarkup}, which browsers refuse after a navigation (${pathFromRoot(file)}:${markup}). Use <RichText html={…} /> of "@site/shared/ui/RichText/RichText.tsx".`;
  const [worker] = startedWorkers(code, file);
  if (!worker) return undefined;
  const remedy = 'Compute on the server, in your API, or in steps between frames.';
  return refused(file, worker.line, `starts a worker with ${worker.call}, ${forbidden}`, remedy);
}

/** The scripts that chunks contain. Unused modules aren't among them. */
function bundledFiles(compilation: Compilation): ReadonlySet<string> {
  const inside = (module: Module): readonly string[] => {
    const { resource, modules } = module as Module & {
      readonly resource?: string;
      readonly modules?: readonly Module[];
    };
    return modules?.flatMap(inside) ?? (resource === undefined ? [] : [resource]);
  };
  const modules = [...compilation.chunks].flatMap((chunk) => compilation.chunkGraph.getChunkModules(chunk));
  return new Set(modules.flatMap(inside).filter((file) => /\.[cm]?[jt]sx?$/.test(file)));
}

function refused(file: string, line: number, reason: string, remedy?: string): string {
  const name = packageIn(file);
  const advice =
    name === undefined
      ? (remedy ?? 'Use what browsers have.')
      : `Choose another package, an export of ${name} that does without, or ask its authors for one.`;
  return `BUILD-PACKAGE ${name ?? 'your code'} ${reason} (${pathFromRoot(file)}:${line}). ${advice}`;
}

/** The stack would be the bundler's. */
const withoutStack = (message: string): Error => Object.assign(new Error(message), { stack: message });

/** The first line of a file that names a module. */
function lineOf(file: string, request: string): number {
  const lines = readFileSync(file.replace(/[?#].*$/, ''), 'utf8').split('\n');
  return (
    1 +
    Math.max(
      0,
      lines.findIndex((text) => text.includes(`'${request}'`) || text.includes(`"${request}"`)),
    )
  );
}
