import { apiDisturbances, databaseDisturbances } from './backends.ts';
import type { Disturbance } from './chaosRun.ts';
import { machineDisturbances } from './machine.ts';
import { releaseDisturbances } from './releases.ts';

/** All faults, in the order of docs/reliability.md. */
export const disturbances: readonly Disturbance[] = [
  ...releaseDisturbances,
  ...apiDisturbances,
  ...databaseDisturbances,
  ...machineDisturbances,
];
