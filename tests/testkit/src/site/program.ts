import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '@site/bundling/project.ts';

/** The program of every command: `site`. */
export const siteProgram = 'platform/cli/bin/site.cjs';

/** A project with a site, and its programs: files below its folder. */
export interface SiteProject {
  readonly folder: string;
  /** The program of its commands. */
  readonly command: string;
  /** The program that serves it. */
  readonly server: string;
}

/** The project that is tested. */
export const thisProject: SiteProject = {
  folder: root,
  command: siteProgram,
  server: 'platform/server/src/main.ts',
};

/** Node caches compiled code here, so that each program of a test starts faster. */
export const compileCache = join(root, '.cache/node');

/** The environment of programs that tests start: only PATH of this process's own. New databases have the sample news. */
export const programEnvironment: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: compileCache,
  SAMPLE_NEWS: 'true',
};

/** A program of the project in its own process. */
export interface Program {
  readonly process: ChildProcess;
  /** Its output so far, on both streams. */
  readonly output: () => string;
  /** Its exit code; null when a signal ended it. */
  readonly exited: Promise<number | null>;
}

/** Starts a program of a project. */
export const startProgram = (
  file: string,
  parameters: readonly string[],
  environment: Record<string, string>,
  project = root,
): Program => runProgram([process.execPath, join(project, file), ...parameters], environment, project);

/** Starts a program of this project that may have only a given number of descriptors: open files, connections and pipes. */
export const startProgramWithDescriptors = (
  descriptors: number,
  file: string,
  environment: Record<string, string>,
): Program =>
  // The shell's limit also applies to the program that replaces it.
  runProgram(
    ['sh', '-c', `ulimit -n ${descriptors}; exec "$@"`, 'sh', process.execPath, join(root, file)],
    environment,
  );

/** Starts a command in a folder. */
export const startCommand = (
  folder: string,
  environment: Record<string, string>,
  command: readonly [string, ...string[]],
): Program => runProgram(command, environment, folder);

/** Runs a command to its end and returns its output. Throws when it fails. */
export async function commandOutput(
  folder: string,
  environment: Record<string, string>,
  command: readonly [string, ...string[]],
): Promise<string> {
  const program = startCommand(folder, environment, command);
  const code = await program.exited;
  if (code !== 0) throw new Error(`${command.join(' ')} ended with code ${code}:\n${program.output()}`);
  return program.output();
}

/** They have their own sessions, and would survive this process. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const program of running) program.kill();
});

function runProgram(
  [command, ...parameters]: readonly [string, ...string[]],
  environment: Record<string, string>,
  project = root,
): Program {
  const program = spawn(command, parameters, {
    cwd: project,
    env: { ...programEnvironment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Linux shares processors among sessions, and each rendering process has its own: in the tests' session, a server would
    // starve.
    detached: true,
  });
  running.add(program);
  program.once('close', () => running.delete(program));
  let output = '';
  for (const stream of [program.stdout, program.stderr]) {
    stream.on('data', (data) => {
      output += String(data);
    });
  }
  const exited = once(program, 'close').then(([code]) => code as number | null);
  return { process: program, output: () => output, exited };
}

/** Waits for the line with a server's origin. */
export async function readyOrigin({ process: { stdout }, output, exited }: Program): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const look = () => {
    const origin = /^ready (\S+)$/m.exec(output())?.[1];
    if (origin) resolve(origin);
  };
  stdout?.on('data', look);
  look();
  const failed = exited.then((code) => {
    throw new Error(`The server ended with code ${code} before it was ready:\n${output()}`);
  });
  return await Promise.race([promise, failed]);
}

/** Stops a program with SIGTERM and waits until it has ended. */
export async function stopProgram({ process: child, exited }: Program): Promise<number | null> {
  child.kill('SIGTERM');
  return await exited;
}

/** Runs a program to its end and returns its output. Throws when it fails. */
export async function outputOf(
  file: string,
  parameters: readonly string[],
  environment: Record<string, string>,
  project = root,
): Promise<string> {
  return await commandOutput(project, environment, [process.execPath, join(project, file), ...parameters]);
}

/** A server's output without its start-up notices about signatures and walls, which depend on settings and machine. */
export const withoutNotices = (output: string): string =>
  output.replaceAll(/^.*\b(?:SITE-UNSIGNED|SITE-WALL)\b.*\n/gm, '');
