// Stands for react-refresh/runtime in every app. There must be one for the page, since React tells only one of its roots:
// the app whose scripts run first makes it.
globalThis.refreshRuntime ??= require('../../../../node_modules/react-refresh/runtime.js');
module.exports = globalThis.refreshRuntime;
