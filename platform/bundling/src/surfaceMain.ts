/** Prints the surface of `@site/shared` as JSON: its record, shared/exportedTypes.json. See sharedSurface.ts. */
import { join } from 'node:path';
import {
  API,
  type Checker,
  isUnionType,
  SignatureKind,
  SymbolFlags,
  type Type,
  type Symbol as TypeSymbol,
} from 'typescript/unstable/sync';
import { root } from './project.ts';
import type { Members, Surface } from './sharedSurface.ts';

/** `TypeFormatFlags.NoTruncation` and `UseAliasDefinedOutsideCurrentScope`. */
const inFull = 1 | 16_384;

function surfaceOf(checker: Checker, exported: readonly TypeSymbol[]): Surface {
  const surface = { components: {}, values: {}, types: {} } as {
    components: Record<string, Members>;
    values: Record<string, string>;
    types: Record<string, Members | string>;
  };
  for (const alias of exported) {
    const { name } = alias;
    const symbol = alias.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(alias) : alias;
    if (!(symbol.flags & SymbolFlags.Value)) surface.types[name] = declaredType(checker, symbol);
    else {
      const properties = propertiesOf(checker, symbol);
      if (properties) surface.components[name] = properties;
      else surface.values[name] = typeText(checker, symbol);
    }
  }
  return surface;
}

/** The properties of a component; undefined for any other value. */
function propertiesOf(checker: Checker, symbol: TypeSymbol): Members | undefined {
  const type = checker.getTypeOfSymbol(symbol);
  const [signature] = type ? checker.getSignaturesOfType(type, SignatureKind.Call) : [];
  if (!signature || !/^[A-Z]/.test(symbol.name)) return undefined;
  const [parameter] = signature.getParameters();
  const properties = parameter && checker.getTypeOfSymbol(parameter);
  return properties ? membersOf(checker, properties) : {};
}

function declaredType(checker: Checker, symbol: TypeSymbol): Members | string {
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  return symbol.flags & SymbolFlags.Interface
    ? membersOf(checker, type)
    : checker.typeToString(type, undefined, inFull);
}

/** The members of a type, or of each variant of a union, such as a link to a page or to an address. */
function membersOf(checker: Checker, type: Type): Members {
  const variants = (isUnionType(type) ? type.getTypes() : [type]).map((variant) =>
    checker.getPropertiesOfType(variant),
  );
  const own = variants.map((members) => members.filter((member) => !isForeign(member)));
  const names = [...new Set(own.flat().map(({ name }) => name))].sort();
  const described = names.map((name): [string, string] => {
    const found = own.flatMap((members) => members.find((member) => member.name === name) ?? []);
    const isOptional = found.length < variants.length || found.some(({ flags }) => flags & SymbolFlags.Optional);
    const texts = new Set(found.map((member) => typeText(checker, member)));
    return [isOptional ? `${name}?` : name, [...texts].join(' | ')];
  });
  return Object.fromEntries(described);
}

/** Whether a library declares it, such as the attributes of an HTML element. */
const isForeign = ({ declarations }: TypeSymbol): boolean =>
  declarations.length > 0 && declarations.every(({ path }) => path.includes('/node_modules/'));

function typeText(checker: Checker, symbol: TypeSymbol): string {
  const type = checker.getTypeOfSymbol(symbol);
  return type ? checker.typeToString(type, undefined, inFull) : 'unknown';
}

const api = new API({ cwd: root });
const [project] = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects();
const file = project?.program.getSourceFile(join(root, 'shared/index.ts'));
const module = file && project?.checker.getSymbolAtLocation(file);
if (!project || !module) throw new Error('The compiler doesn’t find shared/index.ts.');
const exported = project.checker.getExportsOfModule(module).toSorted((a, b) => (a.name < b.name ? -1 : 1));
console.log(JSON.stringify(surfaceOf(project.checker, exported), null, 2));
api.close();
