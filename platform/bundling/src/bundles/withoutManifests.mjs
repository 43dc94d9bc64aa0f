/**
 * Replaces the modules of the federation runtime that read manifests and preload files. This site has no manifests, since
 * documents name all files; the runtime's own option for that leaves the code in the bundle.
 */
export class SnapshotHandler {
  manifestCache = new Map();
  hooks = { applyPlugin() {} };
}

export const getGlobalRemoteInfo = () => ({});
export const formatPreloadArgs = () => [];
export const defaultPreloadArgs = () => ({});
export const normalizePreloadExposes = () => [];
export function preloadAssets() {}
