// Stands for react-refresh/runtime in remotes: there must be one, and it must be the shell's.
module.exports = globalThis.shellRefreshRuntime;
