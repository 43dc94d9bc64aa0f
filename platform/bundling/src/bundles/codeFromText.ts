import { type CallExpression, type NewExpression, type PropertyKey, parseSync, Visitor } from 'oxc-parser';

/** A place that turns text into code. */
interface CodeFromText {
  /** Such as `eval()`. */
  readonly call: string;
  readonly line: number;
}

/** What older libraries call to get the global object, only where nothing else gives it. */
const globalObject = 'return this';

/** Finds calls of `eval` and `Function`, by these names, that are given more than a request for the global object. */
export function codeFromText(code: string, file: string): readonly CodeFromText[] {
  if (!/\b(?:eval|Function)\s*\(/.test(code)) return [];
  const found: CodeFromText[] = [];
  const visit = ({ type, callee, arguments: [first], start }: CallExpression | NewExpression) => {
    const isNew = type === 'NewExpression';
    if (callee.type !== 'Identifier') return;
    if (callee.name !== 'Function' && (isNew || callee.name !== 'eval')) return;
    if (first?.type === 'Literal' && String(first.value).trim() === globalObject) return;
    const call = `${isNew ? 'new ' : ''}${callee.name}()`;
    found.push({ call, line: code.slice(0, start).split('\n').length });
  };
  new Visitor({ CallExpression: visit, NewExpression: visit }).visit(parseSync(file, code).program);
  return found;
}

/** Finds where a module starts a worker: by the browser's own names, not by those of the module's classes. */
export function startedWorkers(code: string, file: string): readonly CodeFromText[] {
  if (!/\bnew\s+(?:Shared)?Worker\b/.test(code)) return [];
  const { program } = parseSync(file, code);
  const declared = new Set<string>();
  const found: CodeFromText[] = [];
  new Visitor({
    ImportSpecifier: ({ local }) => void declared.add(local.name),
    ImportDefaultSpecifier: ({ local }) => void declared.add(local.name),
    ClassDeclaration: ({ id }) => void declared.add(id?.name ?? ''),
  }).visit(program);
  new Visitor({
    NewExpression: ({ callee, start }) => {
      if (callee.type !== 'Identifier' || !/^(?:Shared)?Worker$/.test(callee.name) || declared.has(callee.name)) return;
      found.push({ call: `new ${callee.name}()`, line: code.slice(0, start).split('\n').length });
    },
  }).visit(program);
  return found;
}

/** React's property that makes HTML of a string. */
export const rawMarkup = 'dangerouslySetInnerHTML';

/** The line in which a module first gives an element that property, in JSX or in an object; undefined when it doesn't. */
export function lineOfRawMarkup(code: string, file: string): number | undefined {
  if (!code.includes(rawMarkup)) return undefined;
  const places: number[] = [];
  new Visitor({
    JSXAttribute: ({ name, start }) => void (name.name === rawMarkup && places.push(start)),
    ObjectExpression: ({ properties }) => {
      for (const property of properties)
        if (property.type === 'Property' && nameOf(property.key) === rawMarkup) places.push(property.start);
    },
  }).visit(parseSync(file, code).program);
  return places.length > 0 ? code.slice(0, Math.min(...places)).split('\n').length : undefined;
}

const nameOf = (key: PropertyKey): unknown => {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' ? key.value : undefined;
};
