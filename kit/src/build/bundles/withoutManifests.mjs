/**
 * Stands in for the modules of the federation runtime that read manifests and preload by them. Documents name all files
 * here, so there are no manifests; the runtime's own switch for that leaves the code in.
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
