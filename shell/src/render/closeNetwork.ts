/** What a remote could reach the network with. The permission model of Node 24 doesn't know networks. */
const networkGlobals = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'];

/**
 * Takes the ways to the network from the rendering process. Remotes come from known teams: this keeps mistakes and
 * borrowed code in, it is no wall against an attacker who can release.
 */
export function closeNetwork(): void {
  for (const name of networkGlobals) Reflect.deleteProperty(globalThis, name);
  Object.defineProperty(process, 'getBuiltinModule', { value: () => undefined });
}
