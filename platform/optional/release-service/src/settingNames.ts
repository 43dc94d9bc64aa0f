/** The settings of the release service; `.env.example` explains each. */
export const releaseServiceNames = { names: ['RELEASE_SERVICE', 'RELEASE_SERVICE_ORIGIN'], secrets: [] } as const;
