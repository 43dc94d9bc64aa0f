/** Sends requests whose responses nobody reads: each program keeps no more of them than fit into a small memory. */
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from '@rstest/core';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import { readyOrigin, startProgram, stopProgram } from '@site/testkit/site/program.ts';

const request = 'GET / HTTP/1.1\r\nHost:a\r\n\r\n';
/** As many as Node reads at a time. */
const requests = request.repeat(Math.floor((64 * 1024) / request.length));
const connections = 300;

const signedStore = async () => {
  const { store, trusted, site } = await SignedStore.create();
  return { RELEASES: store.location, TRUSTED_KEYS: trusted, SITE_ORIGIN: site };
};

const programs = [
  ['site', 'platform/server/src/main.ts', signedStore],
  ['API', 'api/src/main.ts', async () => ({})],
  ['release service', 'platform/server/src/releaseService/main.ts', signedStore],
] as const;

const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Opens a connection that sends many requests and reads no response. Resolves when everything is sent. */
async function flood(origin: string): Promise<void> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname).on('error', () => {});
  sockets.push(socket);
  await new Promise((resolve) => socket.pause().write(requests, resolve));
}

test.each(programs)('750,000 requests in 300 connections don’t end the %s', async (_, file, more) => {
  const program = startProgram(file, [], {
    PORT: '0',
    LOG_LEVEL: 'error',
    DATA_DIR: await newFolder(),
    NODE_OPTIONS: '--max-old-space-size=128',
    ...(await more()),
  });
  try {
    const origin = await readyOrigin(program);
    await Promise.all(Array.from({ length: connections }, () => flood(origin)));
    // It is answered after them.
    const answer = await fetch(new URL('/healthz', origin)).catch(() => undefined);
    expect(answer?.status, program.output().slice(-2_000)).toBe(200);
  } finally {
    await stopProgram(program);
  }
});
