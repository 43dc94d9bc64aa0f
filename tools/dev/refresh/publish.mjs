import runtime from 'react-refresh/runtime';

globalThis.shellRefreshRuntime = runtime;
