/** What a module's top level makes without touching anything else: contexts, components and collections. */
const madeAtTopLevel = /^((?:var|let|const) \w+ = )(?=(?:React\d*\.\w+|new (?:Map|Set|URL|WeakMap))\()/gm;

const displayNames = /^\w+\.displayName = ".*";$/gm;

/**
 * Rspack loader: lets a minifier leave out what nobody uses of a library that keeps all its components in one module.
 *
 * @param {string} script
 */
export default function pureCalls(script) {
  return script.replace(madeAtTopLevel, '$1/* #__PURE__ */ ').replace(displayNames, '');
}
