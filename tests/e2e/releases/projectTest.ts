import { rm } from 'node:fs/promises';
import { copyProject } from '@site/testkit/site/folders.ts';
import { type Program, startProgram, stopProgram } from '@site/testkit/site/program.ts';
import { test as siteTest } from '../support/test.ts';

interface ProjectFixtures {
  /** A copy of the project's sources, which a test may change. */
  readonly project: string;
  /** Starts a program of that copy, which is stopped at the end of the test. */
  readonly start: (file: string, parameters: readonly string[], environment: Record<string, string>) => Program;
}

/** A test that changes sources. */
export const test = siteTest.extend<ProjectFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
  project: async ({}, use) => {
    const project = await copyProject();
    await use(project);
    await rm(project, { recursive: true, force: true });
  },
  start: async ({ project }, use) => {
    const started: Program[] = [];
    await use((file, parameters, environment) => {
      const program = startProgram(file, parameters, environment, project);
      started.push(program);
      return program;
    });
    await Promise.all(started.map(stopProgram));
  },
});

export { expect } from '../support/test.ts';
