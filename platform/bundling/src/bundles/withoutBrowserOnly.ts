import { type ArrowFunctionExpression, type CallExpression, parseSync, Visitor } from 'oxc-parser';

const name = 'browserOnly';

/**
 * The code of a module for the server: calls of `browserOnly` of `@site/shared` load nothing, so that the bundle doesn't contain
 * what they load in browsers. Lines keep their numbers.
 *
 * @throws when a call doesn't say in place what it loads
 */
export function withoutBrowserOnly(code: string, file: string): string {
  if (!code.includes(name)) return code;
  const { program } = parseSync(file, code);
  const locals = new Set<string>();
  const loads: ArrowFunctionExpression[] = [];
  const visit = ({ callee, arguments: [load], start }: CallExpression) => {
    if (callee.type !== 'Identifier' || !locals.has(callee.name)) return;
    if (load?.type !== 'ArrowFunctionExpression')
      throw new Error(
        `BUILD-PACKAGE ${file}:${code.slice(0, start).split('\n').length}: ${name} must say in place what it loads: ${name}(() => import('./Map.tsx'), { fallback }).`,
      );
    loads.push(load);
  };
  new Visitor({
    ImportSpecifier: ({ imported, local }) => {
      if (imported.type === 'Identifier' && imported.name === name) locals.add(local.name);
    },
  }).visit(program);
  new Visitor({ CallExpression: visit }).visit(program);
  return loads.reduceRight((text, { start, end }) => {
    const lines = '\n'.repeat(text.slice(start, end).split('\n').length - 1);
    return `${text.slice(0, start)}() => Promise.reject()${lines}${text.slice(end)}`;
  }, code);
}
