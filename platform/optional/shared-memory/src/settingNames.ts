/** The setting of the shared memory, whose address has a password; `.env.example` explains it. */
export const sharedMemoryNames = { names: ['SHARED_MEMORY'], secrets: ['SHARED_MEMORY'] } as const;
