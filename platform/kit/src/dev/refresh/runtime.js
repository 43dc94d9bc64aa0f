// Replaces react-refresh/runtime in every app: React reports its roots to only one runtime per page. The app whose scripts
// run first creates it.
globalThis.refreshRuntime ??= require('original-react-refresh/runtime.js');
module.exports = globalThis.refreshRuntime;
