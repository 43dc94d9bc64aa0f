import { type CallExpression, type NewExpression, parseSync, Visitor } from 'oxc-parser';

/** A place that makes code of text. */
interface CodeFromText {
  /** Such as `eval()`. */
  readonly call: string;
  readonly line: number;
}

/** What older libraries ask for the global object, where nothing else has it: everywhere else they never call it. */
const globalObject = 'return this';

/** Finds calls of `eval` and `Function`, by these names, that are given more than a request for the global object. */
export function codeFromText(code: string, file: string): readonly CodeFromText[] {
  if (!/\b(?:eval|Function)\s*\(/.test(code)) return [];
  const found: CodeFromText[] = [];
  const visit = ({ callee, arguments: [first], start }: CallExpression | NewExpression, call: string) => {
    if (callee.type !== 'Identifier' || !call.includes(`${callee.name}(`)) return;
    if (first?.type === 'Literal' && String(first.value).trim() === globalObject) return;
    found.push({ call, line: code.slice(0, start).split('\n').length });
  };
  new Visitor({
    CallExpression: (node) => {
      visit(node, 'eval()');
      visit(node, 'Function()');
    },
    NewExpression: (node) => visit(node, 'new Function()'),
  }).visit(parseSync(file, code).program);
  return found;
}
