import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import {
  type ExportNamedDeclaration,
  type ImportDeclaration,
  type ModuleExportName,
  type Node,
  type ParseResult,
  parseSync,
  Visitor,
} from 'oxc-parser';
import { ownFile } from '../bundles/workspaces.ts';
import { root } from '../project.ts';

/** The contents of files, by path from the project's root with slashes. */
export type Files = ReadonlyMap<string, string>;

/** Reads the files that match any of the patterns, except installed and built ones. */
export function readFiles(...patterns: readonly string[]): Files {
  const paths = globSync(patterns, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] });
  return new Map(paths.sort().map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')]));
}

/** Whether a file is a test, or a helper of tests. */
export function isForTests(path: string): boolean {
  return /\.test\.tsx?$|\/testing\//.test(path);
}

/** Syntax trees, by path from the project's root. */
export type Sources = ReadonlyMap<string, ParseResult>;

/** Parses TypeScript, without resolving or checking anything. */
export function parse(files: Files): Sources {
  return new Map([...files].map(([path, text]) => [path, parseSync(path, text)]));
}

/** An import of a file. */
export interface Import {
  /** As written, such as `../plans.ts` or `react`. */
  readonly specifier: string;
  /** The imported names; `*` when it may be all of them. */
  readonly names: readonly string[];
  /** Where it begins in the file's text. */
  readonly start: number;
  /** Whether the compiler removes it. */
  readonly isType: boolean;
  /** Whether the file is loaded when this import runs, rather than at the start. */
  readonly isOnDemand?: true;
}

/** Every import of a file: static and dynamic ones, types, and re-exports. */
export function importsOf(source: ParseResult): readonly Import[] {
  const imports: Import[] = [];
  const add = (specifier: Node | null, names: readonly string[], isType = false, more?: { isOnDemand: true }) => {
    if (specifier?.type === 'Literal')
      imports.push({ specifier: String(specifier.value), names, start: specifier.start, isType, ...more });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source, importedNames(node), node.importKind === 'type'),
    ExportNamedDeclaration: (node) => add(node.source, exportedNames(node), node.exportKind === 'type'),
    ExportAllDeclaration: (node) => add(node.source, ['*'], node.exportKind === 'type'),
    ImportExpression: (node) => add(node.source, ['*'], false, { isOnDemand: true }),
    TSImportType: (node) => add(node.source, ['*'], true),
  }).visit(source.program);
  return imports;
}

/** The number of the line that a position in a text is in, from 1. */
export const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length;

function importedNames({ specifiers }: ImportDeclaration): readonly string[] {
  return specifiers.map((specifier) => {
    if (specifier.type === 'ImportNamespaceSpecifier') return '*';
    return specifier.type === 'ImportDefaultSpecifier' ? 'default' : nameOf(specifier.imported);
  });
}

function exportedNames({ specifiers }: ExportNamedDeclaration): readonly string[] {
  return specifiers.map(({ local }) => nameOf(local));
}

function nameOf(name: ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name;
}

/** The path of an import from the project's root; undefined for packages from npm. */
export function resolve(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(importer), specifier);
  return ownFile(specifier);
}

/** Whether a path is a folder or in it; also for modules of packages. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
