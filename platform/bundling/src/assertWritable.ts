import { accessSync, constants } from 'node:fs';
import { root } from './project.ts';

/** Fails with the system's own error when this process may not write into the project: later ones say less. */
export const assertWritable = (): void => accessSync(root, constants.W_OK);
