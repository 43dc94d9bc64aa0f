import { machineRows } from './machine.ts';

/** Under which conditions something was measured: a list for below its table. */
export function conditions(rows: readonly (readonly [string, string])[]): string {
  const all = [...machineRows(), ...rows, ['date', new Date().toISOString().slice(0, 10)] as const];
  return all.map(([name, value]) => `- ${name}: ${value}`).join('\n');
}
