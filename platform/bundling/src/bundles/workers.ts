/** The workers that a remote starts with `SiteWorker` of `@site/shared`, in each of its bundles. */
import { dirname, join } from 'node:path';
import type { Chunk, Compilation, RspackPluginInstance } from '@rspack/core';
import { workerFolder } from '@site/shared/worker/trustedScripts.ts';
import { type Expression, type NewExpression, parseSync, Visitor } from 'oxc-parser';
import { pathFromRoot } from '../project.ts';

const name = 'SiteWorker';

/** How Rspack knows where a worker starts. */
export const workerSyntax = [`${name} from @site/shared`];

const example = `new ${name}(new URL('./count.ts', import.meta.url))`;

/**
 * The code of a module with a name for each worker that it starts, so that their files are in a folder of their own: the site
 * allows workers from nowhere else.
 *
 * @throws when a worker is started in another way, which the site's policy blocks
 */
export function withNamedWorkers(code: string, file: string): string {
  return workersIn(code, pathFromRoot(file)).reduceRight((text, { path, at }) => {
    const source = pathFromRoot(join(dirname(file), path)).replace(/\.\w+$/, '');
    const chunk = workerFolder + source.replace(/[^\w-]+/g, '_');
    return `${text.slice(0, at.start)}/* webpackChunkName: "${chunk}" */ ${text.slice(at.start)}`;
  }, code);
}

/** The code of a module for the server, whose bundle has no workers. Lines keep their numbers. */
export function withoutWorkers(code: string, file: string): string {
  return workersIn(code, pathFromRoot(file)).reduceRight((text, { address: { start, end } }) => {
    const lines = '\n'.repeat(text.slice(start, end).split('\n').length - 1);
    return `${text.slice(0, start)}undefined${lines}${text.slice(end)}`;
  }, code);
}

/** A worker that a module starts. */
interface StartedWorker {
  /** The path of its script in the code, and where that is. */
  readonly path: string;
  readonly at: Expression;
  /** The whole `new URL(…)`. */
  readonly address: Expression;
}

function workersIn(code: string, file: string): readonly StartedWorker[] {
  if (!/\bnew\s+(?:Shared)?Worker\b|\bSiteWorker\b/.test(code)) return [];
  const { program } = parseSync(file, code);
  const locals = new Set<string>();
  const declared = new Set<string>();
  const found: StartedWorker[] = [];
  const refuse = ({ start }: NewExpression, reason: string) => {
    throw new Error(`BUILD-PACKAGE ${file}:${code.slice(0, start).split('\n').length}: ${reason}`);
  };
  new Visitor({
    ImportSpecifier: ({ imported, local }) => {
      declared.add(local.name);
      if (imported.type === 'Identifier' && imported.name === name) locals.add(local.name);
    },
    ImportDefaultSpecifier: ({ local }) => void declared.add(local.name),
    ClassDeclaration: ({ id }) => void declared.add(id?.name ?? ''),
  }).visit(program);
  new Visitor({
    NewExpression: (expression) => {
      const { callee } = expression;
      if (callee.type !== 'Identifier') return;
      if (/^(?:Shared)?Worker$/.test(callee.name) && !declared.has(callee.name))
        refuse(expression, `The site’s policy blocks ${callee.name}. Import ${name} from @site/shared: ${example}.`);
      if (!locals.has(callee.name)) return;
      const worker = startedBy(expression);
      if (worker) found.push(worker);
      else refuse(expression, `${name} must say in place what it starts: ${example}.`);
    },
  }).visit(program);
  return found;
}

function startedBy({ arguments: [address] }: NewExpression): StartedWorker | undefined {
  if (address?.type !== 'NewExpression' || address.callee.type !== 'Identifier' || address.callee.name !== 'URL')
    return;
  const [at, base] = address.arguments;
  if (at?.type !== 'Literal' || typeof at.value !== 'string' || !/^\.{1,2}\//.test(at.value)) return;
  if (base?.type !== 'MemberExpression' || base.object.type !== 'MetaProperty') return;
  return { path: at.value, at, address };
}

const plugin = 'workers alone';

/** How Rspack calls a module that comes from the shell: `consume shared module (default) @site/shared@^1.2.0 (strict)`. */
const sharedModule = /^consume shared module \(\w+\) (@?[^@\s]+)/;

/** Parts of the runtime that give pages the shell's packages. In a worker they fail. */
const sharing = ['consumes_loading', 'sharing'];

/** The part that loads chunks. Only in development may a worker consist of several. */
const chunkLoading = 'module_chunk_loading';
const handlers = '__webpack_require__.f ??= {};\n';

/** What would make a worker fail. */
function problemOf(worker: Chunk, { chunkGraph }: Compilation): string | undefined {
  const chunks = [...worker.groupsIterable].flatMap((group) => group.chunks);
  const modules = chunks.flatMap((chunk) => chunkGraph.getChunkModules(chunk));
  const [shared] = modules.flatMap((module) => sharedModule.exec(module.identifier())?.[1] ?? []);
  if (shared !== undefined)
    return `imports ${shared}, which the shell gives to pages alone. Import nothing of it there`;
  if (worker.getAllAsyncChunks().length > 0)
    return 'loads more with import(), which its policy blocks. Import it at the top';
  return undefined;
}

/** Keeps workers to one file each, without what only pages get from the shell. */
export const workersAlone: RspackPluginInstance = {
  apply: ({ hooks, rspack }) => {
    hooks.thisCompilation.tap(plugin, (compilation) => {
      compilation.hooks.runtimeModule.tap(plugin, (module, chunk) => {
        if (!module.source || !chunk.name?.startsWith(workerFolder)) return;
        if (sharing.includes(module.name)) module.source.source = Buffer.alloc(0);
        if (module.name === chunkLoading) module.source.source = Buffer.from(handlers + module.source.source);
      });
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: plugin, stage }, () => {
        for (const chunk of compilation.chunks) {
          if (!chunk.name?.startsWith(workerFolder)) continue;
          const reason = problemOf(chunk, compilation);
          if (reason === undefined) continue;
          const from = chunk.name.slice(workerFolder.length);
          compilation.errors.push(new rspack.WebpackError(`BUILD-PACKAGE The worker ${from} ${reason}.`));
        }
      });
    });
  },
};
