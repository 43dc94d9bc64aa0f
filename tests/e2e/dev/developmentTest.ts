import { existsSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, expect as baseExpect, type Locator } from '@playwright/test';
import { root } from '@site/bundling/project.ts';
import { copyProject } from '@site/testkit/site/folders.ts';
import { type Program, readyOrigin, siteProgram, startProgram, stopProgram } from '@site/testkit/site/program.ts';

/** `npm run dev -- blog` in a copy of the project. */
interface Development {
  readonly origin: string;
  readonly project: string;
  readonly program: Program;
}

/** Replaces a text in a source file. */
export type Change = (file: string, from: string, to: string) => Promise<void>;

interface DevelopmentFixtures {
  /** Changes sources, which are restored at the end of the test. */
  readonly change: Change;
  /** Restores the sources. */
  readonly fix: () => Promise<void>;
  /** Shows problems in the page. */
  readonly overlay: Locator;
}

const pictures = '.cache/pictures';

/** A test of the development server. All tests share one, because it is expensive. */
export const test = base.extend<
  DevelopmentFixtures & { readonly originals: Map<string, string> },
  { development: Development }
>({
  development: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
    async ({}, use) => {
      const project = await copyProject();
      // Cached pictures are named by their sources, so the copy can reuse them.
      if (existsSync(join(root, pictures)))
        await cp(join(root, pictures), join(project, pictures), { recursive: true });
      const settings = { PORT: '0', DATA_DIR: join(project, '.data'), NO_COLOR: '1' };
      const program = startProgram(siteProgram, ['dev', 'blog'], settings, project);
      await use({ origin: await readyOrigin(program), project, program });
      await stopProgram(program);
      await rm(project, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: ({ development }, use) => use(development.origin),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  originals: async ({}, use) => use(new Map()),
  change: async ({ development, originals, fix }, use) => {
    await use(async (file, from, to) => {
      const path = join(development.project, file);
      const source = await readFile(path, 'utf8');
      if (!source.includes(from)) throw new Error(`${file} does not contain ${from}`);
      if (!originals.has(path)) originals.set(path, source);
      await writeFile(path, source.replace(from, to));
    });
    await fix();
  },
  fix: async ({ originals }, use) =>
    use(async () => {
      for (const [path, source] of originals) await writeFile(path, source);
      originals.clear();
    }),
  overlay: ({ page }, use) => use(page.locator('development-problems')),
});

/** Allows time to compile a change, also while other tests use the processors. */
export const expect = baseExpect.configure({ timeout: 120_000 });
