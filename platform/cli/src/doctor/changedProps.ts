import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Program, parseSync } from 'oxc-parser';

/** The declared types of a package's components: each property, or the whole type, as text. */
type Declarations = ReadonlyMap<string, string>;

/**
 * Compares the properties of the components of two versions of a package.
 *
 * @param before folder of the installed one
 * @param after folder of the newer one
 * @returns a line for each property that is added, removed, changed or deprecated
 */
export async function changedProps(before: string, after: string): Promise<readonly string[]> {
  const [earlier, later] = await Promise.all([declarationsIn(before), declarationsIn(after)]);
  const names = [...new Set([...earlier.keys(), ...later.keys()])].sort();
  return names.flatMap((name) => {
    const [was, is] = [earlier.get(name), later.get(name)];
    if (was === is) return [];
    if (was === undefined) return [`+ ${name}: ${is}`];
    return [is === undefined ? `− ${name}` : `${name}: ${was} → ${is}`];
  });
}

async function declarationsIn(folder: string): Promise<Declarations> {
  const found = new Map<string, string>();
  for (const file of globSync('ui/**/*.d.ts', { cwd: folder })) {
    const text = await readFile(join(folder, file), 'utf8');
    const { program, comments } = parseSync(file, text);
    const deprecated = comments.filter(({ value }) => value.includes('@deprecated'));
    const textOf = ({ start, end }: { readonly start: number; readonly end: number }) => {
      const isDeprecated = deprecated.some(
        (comment) => comment.end <= start && text.slice(comment.end, start).trim() === '',
      );
      return `${text
        .slice(start, end)
        .replace(/\s+/g, ' ')
        .replace(/^readonly |;$/g, '')}${isDeprecated ? ' (deprecated)' : ''}`;
    };
    addDeclarations(program, textOf, found);
  }
  return found;
}

function addDeclarations(
  { body }: Program,
  textOf: (node: { readonly start: number; readonly end: number }) => string,
  found: Map<string, string>,
): void {
  for (const statement of body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type === 'TSInterfaceDeclaration')
      for (const member of declared.body.body)
        if (member.type === 'TSPropertySignature' && member.key.type === 'Identifier')
          found.set(`${declared.id.name}.${member.key.name}`, textOf(member));
    if (declared?.type === 'TSTypeAliasDeclaration') found.set(declared.id.name, textOf(declared.typeAnnotation));
  }
}
