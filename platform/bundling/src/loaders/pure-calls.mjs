/** Top-level calls without side effects: contexts, components and collections. */
const pureTopLevelCalls = /^((?:var|let|const) \w+ = )(?=(?:React\d*\.\w+|new (?:Map|Set|URL|WeakMap))\()/gm;

const displayNames = /^\w+\.displayName = ".*";$/gm;

/**
 * Rspack loader: marks calls as pure, so that the minifier can remove unused components of a library that is one module.
 *
 * @param {string} script
 */
export default function pureCalls(script) {
  return script.replace(pureTopLevelCalls, '$1/* #__PURE__ */ ').replace(displayNames, '');
}
