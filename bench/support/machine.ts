import { availableParallelism, cpus, release, totalmem, type } from 'node:os';

/** What is measured on, as rows of a table. */
export const machineRows = (): readonly (readonly [string, string])[] => [
  ['machine', `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB`],
  ['system', `${type()} ${release()}, Node ${process.versions.node}`],
];
