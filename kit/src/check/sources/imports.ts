import {
  type ExportNamedDeclaration,
  type ImportDeclaration,
  type ModuleExportName,
  type Node,
  type ParseResult,
  Visitor,
} from 'oxc-parser';

/** What a file takes from another module. */
export interface Import {
  /** As it is written, such as `../plans.ts` or `react`. */
  readonly specifier: string;
  /** The names that are taken; `*` when that may be all of them. */
  readonly names: readonly string[];
}

/** Everything that a file imports: statically, on demand, for its types, or to export it again. */
export function importsOf(source: ParseResult): readonly Import[] {
  const imports: Import[] = [];
  const add = (specifier: Node | null, names: readonly string[]) => {
    if (specifier?.type === 'Literal') imports.push({ specifier: String(specifier.value), names });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source, importedNames(node)),
    ExportNamedDeclaration: (node) => add(node.source, exportedNames(node)),
    ExportAllDeclaration: (node) => add(node.source, ['*']),
    ImportExpression: (node) => add(node.source, ['*']),
    TSImportType: (node) => add(node.source, ['*']),
  }).visit(source.program);
  return imports;
}

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
