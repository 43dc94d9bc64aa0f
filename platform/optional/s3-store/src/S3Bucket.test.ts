import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@rstest/core';
import { S3Bucket } from './S3Bucket.ts';

const names = ['AWS_ENDPOINT_URL_S3', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const;
const before = names.map((name) => [name, process.env[name]] as const);
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

/** A bucket in a storage whose responses the test decides. */
async function bucketIn(listener: RequestListener): Promise<S3Bucket> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.AWS_ACCESS_KEY_ID = 'id';
  process.env.AWS_SECRET_ACCESS_KEY = 'secret';
  return new S3Bucket('s3://releases/site', 1_000);
}

const fails =
  (status: number, code: string): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);

test.each<[string, RequestListener]>([
  ['ignores conditions', (_, response) => response.end()],
  ['does not know them', fails(501, 'NotImplemented')],
])('a storage that %s gets no pointer', async (_, listener) => {
  const written: string[] = [];
  const bucket = await bucketIn((request, response) => {
    if (request.method === 'PUT') written.push(request.url ?? '');
    listener(request, response);
  });
  await expect(bucket.write('blog/current.json', '{}', 'no-cache', 'nothing')).rejects.toMatchObject({
    code: 'RELEASE-STORE-CONDITIONS',
  });
  expect(written.join()).not.toContain('current.json');
});

test.each<[string, string, RegExp, RequestListener]>([
  ['has no such bucket', 'RELEASE-STORE', /Create the bucket/, fails(404, 'NoSuchBucket')],
  ['refuses the credentials', 'RELEASE-STORE-FORBIDDEN', /lack a right/, fails(403, 'AccessDenied')],
  ['gives no answer', 'RELEASE-STORE-TIMEOUT', /hangs/, () => {}],
])('a storage that %s has its own error', async (_, code, message, listener) => {
  const bucket = await bucketIn(listener);
  await expect(bucket.read('blog/current.json', 100)).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  });
});

test('a storage that is down has its own error', async () => {
  const bucket = await bucketIn(() => {});
  await new Promise((resolve) => servers.pop()?.close(resolve));
  await expect(bucket.read('blog/current.json', 100)).rejects.toMatchObject({ code: 'RELEASE-STORE-REFUSED' });
});

test('an object that is too large is not read into memory', async () => {
  const bucket = await bucketIn((_, response) => response.end('x'.repeat(101)));
  await expect(bucket.read('blog/current.json', 100)).rejects.toMatchObject({ code: 'RELEASE-FILE' });
});

test('a pointer that has not changed is not sent again', async () => {
  const bucket = await bucketIn(({ headers }, response) => {
    if (headers['if-none-match'] === '"1"') response.writeHead(304).end();
    else response.setHeader('etag', '"1"').end('{}');
  });
  const object = await bucket.read('blog/current.json', 100);
  expect(object).toMatchObject({ etag: '"1"' });
  expect(await bucket.readChanged('blog/current.json', 100, '"1"')).toBe('unchanged');
});

test.each([
  's3://',
  's3://Bucket',
  's3://b',
  's3:///site',
  's3://releases/a b',
  's3://releases/../other',
  's3://releases//a',
  's3://releases?x',
])('"%s" does not name a bucket', (location) => {
  expect(() => new S3Bucket(location, 1_000)).toThrow(/RELEASES must be like/);
});
