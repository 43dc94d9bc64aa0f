import { join } from 'node:path';
import { sourcesOf } from './apps.ts';

/** The project's root folder. */
export const root = join(import.meta.dirname, '../../../..');

/** Where an app's sources are. */
export const sourceFolder = (app: string): string => join(root, sourcesOf(app));

/** Where `npm run build` puts the apps. */
export const buildFolder = join(root, 'dist');

/** Where `npm run dev` puts them. */
export const developmentFolder = join(root, '.cache/dev');
