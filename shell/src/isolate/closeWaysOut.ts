/**
 * Refuses to make code from strings, as V8 does in a process that forbids it, so that a release that works behind one wall
 * works behind every wall.
 */
function RefusedFunction(): never {
  throw new EvalError('Code generation from strings disallowed for this context');
}
RefusedFunction.prototype = Function.prototype;

/** Removes what leads to machine code or to code from strings. Call it before any code of a release runs. */
export function closeWaysOut(): void {
  const kinds = [() => {}, async () => {}, function* () {}, async function* () {}];
  for (const kind of kinds)
    Object.defineProperty(Object.getPrototypeOf(kind), 'constructor', { value: RefusedFunction });
  Object.defineProperty(globalThis, 'Function', { value: RefusedFunction });
  for (const name of ['WebAssembly', 'eval']) Reflect.deleteProperty(globalThis, name);
}
