/** Answers every request with the body and the headers in two files, its arguments. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [, , page = '', headers = ''] = process.argv;
const body = readFileSync(page);
const rawHeaders = JSON.parse(readFileSync(headers, 'utf8')) as string[];
const server = createServer((_request, response) => response.writeHead(200, rawHeaders).end(body));
server.listen(0, '127.0.0.1', () => {
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
