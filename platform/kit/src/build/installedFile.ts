import { createRequire } from 'node:module';

/** The place of a file of a package, such as `@site/shared/ui/fonts/figtree.woff2`. */
export const installedFile: (specifier: string) => string = createRequire(import.meta.url).resolve;
