// Replaces react-refresh/runtime in every app: React reports its roots to only one runtime per page. The app whose scripts
// run first creates it.
// biome-ignore lint/correctness/noUndeclaredDependencies: common.ts says where the package is
globalThis.refreshRuntime ??= require('original-react-refresh/runtime.js');
module.exports = globalThis.refreshRuntime;
