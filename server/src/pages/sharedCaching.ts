/** Shared caches may keep a page for some seconds, and show it a while longer as they fetch it anew. */
export const sharedCaching = 'public, max-age=0, s-maxage=5, stale-while-revalidate=60';
