import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';

const load = loadavg()[0] ?? 0;

/** What is measured on, as rows of a table. */
export const machineRows = (): readonly (readonly [string, string])[] => [
  ['machine', `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB`],
  ['system', `${type()} ${release()}, Node ${process.versions.node}`],
  ['load before', `${load.toFixed(1)}: more than 0 is other people’s work, which disturbs the times`],
];
