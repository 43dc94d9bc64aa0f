import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** The part of the APIs of GitHub and GitLab that has the comments of a pull or merge request. */
export class ForgeApi {
  /** The texts of the comments. */
  readonly comments: string[] = [];
  readonly #server = createServer();
  readonly #token: string;

  private constructor(token: string) {
    this.#token = token;
  }

  /** @param token that may comment */
  static async start(token: string): Promise<ForgeApi> {
    const api = new ForgeApi(token);
    api.#server.on('request', (request, response) => {
      void api.#answer(request).then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
    });
    await new Promise<void>((listening) => api.#server.listen(0, '127.0.0.1', listening));
    return api;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  async #answer(request: IncomingMessage): Promise<{ readonly status: number; readonly body: unknown }> {
    const { authorization, 'private-token': gitlabToken } = request.headers;
    if (authorization !== `Bearer ${this.#token}` && gitlabToken !== this.#token) return { status: 401, body: {} };
    const [, path = '', id] = /^(.*?\/(?:comments|notes))(?:\/(\d+))?(?:\?.*)?$/.exec(request.url ?? '') ?? [];
    const one = (index: number) => ({ id: index, url: `${this.origin}${path}/${index}`, body: this.comments[index] });
    if (request.method === 'GET') return { status: 200, body: this.comments.map((_, index) => one(index)) };
    const index = id === undefined ? this.comments.length : Number(id);
    this.comments[index] = await bodyOf(request);
    return { status: id === undefined ? 201 : 200, body: one(index) };
  }
}

/** The comment in JSON, as GitHub takes it, or in a form, as GitLab does. */
async function bodyOf(request: IncomingMessage): Promise<string> {
  const { 'content-type': type = '' } = request.headers;
  if (type.startsWith('application/json')) return (JSON.parse(await text(request)) as { readonly body: string }).body;
  const form = await new Response(Readable.toWeb(request) as BodyInit, {
    headers: { 'content-type': type },
  }).formData();
  return String(form.get('body'));
}
