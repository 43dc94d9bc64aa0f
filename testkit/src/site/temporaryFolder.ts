import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new, empty folder. */
export const temporaryFolder = (name: string): Promise<string> => mkdtemp(join(tmpdir(), `site-${name}-`));
