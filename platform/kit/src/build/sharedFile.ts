import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** The place of a file of `@site/shared`, such as `ui/fonts/figtree.woff2`. */
export const sharedFile = (path: string): string => resolve(`@site/shared/${path}`);
