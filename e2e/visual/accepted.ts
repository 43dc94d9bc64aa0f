import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import type { Album, Comparison } from './Album.ts';
import { expect } from './looksTest.ts';
import { settings } from './settings.ts';
import { themes } from './themes.ts';

export const acceptedFolder = join(import.meta.dirname, 'accepted');

/** The name of every accepted picture. */
export const acceptedNames = settings.flatMap(({ name }) => themes.map((theme) => `${name}-${theme}.webp`));

/** Whether differences are seen: all together they are larger than 36 by 36 pixels. Other machines draw letters differently. */
export const isSeen = ({ length }: Comparison['differences']): boolean => length > 20;

/** Compares a screenshot with the accepted picture of that name, or accepts it when the tests run for that. */
export async function expectAccepted(album: Album, name: string, screenshot: Buffer, info: TestInfo): Promise<void> {
  const file = join(acceptedFolder, name);
  const accepted = existsSync(file) ? await readFile(file) : undefined;
  const { differences, picture } = await album.compare(accepted, screenshot);
  if (accepted && !isSeen(differences)) return;
  if (['all', 'changed'].includes(info.config.updateSnapshots)) {
    await mkdir(acceptedFolder, { recursive: true });
    await writeFile(file, picture);
    return;
  }
  await writeFile(info.outputPath(name), picture);
  const [first] = differences;
  const found = first ? `differs in ${differences.length} places, the first at ${first.x}, ${first.y}` : 'is new';
  expect.soft(found, `${info.outputPath(name)} beside ${file}`).toBe('as accepted');
}
