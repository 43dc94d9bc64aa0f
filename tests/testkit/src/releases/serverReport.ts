import { randomUUID } from 'node:crypto';
import type { ServerReport } from '@site/releases/ServerLog.ts';

/** What a server that is well tells of itself, with some differences. */
export const serverReport = (differences: Partial<ServerReport> = {}): ServerReport => ({
  id: randomUUID(),
  host: 'web-1',
  address: 'http://127.0.0.1:3000',
  origin: 'https://www.example.com',
  audience: 'https://www.example.com',
  since: '2026-01-01T00:00:00.000Z',
  platform: '1.2.0',
  wall: 'isolate',
  apps: {},
  ready: true,
  problems: [],
  ...differences,
});
