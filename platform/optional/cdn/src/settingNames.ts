/** The settings of the CDN; `.env.example` explains each. */
export const cdnNames = { names: ['CDN_PURGE', 'CDN_TOKEN'], secrets: ['CDN_TOKEN'] } as const;
