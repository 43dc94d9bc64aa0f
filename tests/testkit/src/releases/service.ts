import { expect } from '@rstest/core';
import { releaseService, servicePrefix } from '@site/release-service/releaseService.ts';
import { type Preflight, publish } from '@site/releases/operations/publish.ts';
import { signRequest } from '@site/releases/signing/requests.ts';
import { signRelease } from '@site/releases/signing/signatures.ts';
import { ServiceStore } from '@site/releases/store/ServiceStore.ts';
import { serviceOptions } from '@site/server/releaseService/serviceOptions.ts';
import { readSettings } from '@site/server/settings.ts';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { atTestEnd } from '../cleanUp.ts';
import { buildApp, declaredPage, newFolder, publishOptions } from './fixtures.ts';
import { SignedStore } from './signedStore.ts';

/** The token with which servers read the whole store. */
export const readerToken = 'token-of-the-servers-of-the-tests';

export interface ServiceOptions {
  /** Its site's origin. */
  readonly site?: string;
  /** The service's own origin, if it is another one. */
  readonly origin?: string;
  readonly preflight?: Preflight;
  /** Called before the service. */
  readonly onRequest?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

/** A version of the blog, built and signed by its team. */
export async function builtVersion(signed: SignedStore, version = 'version-2') {
  const folder = await newFolder();
  const manifest = signRelease(await buildApp(folder, { version }), signed.key('blog'));
  return { manifest, folder };
}

/** A service of a store of two teams, with its address and a team's key. */
export async function startService({ site, origin, preflight = async () => [], onRequest }: ServiceOptions = {}) {
  const signed = await SignedStore.create(site);
  const settings = readSettings({
    RELEASES: signed.store.location,
    DATA_DIR: await newFolder(),
    TRUSTED_KEYS: signed.trusted,
    SITE_ORIGIN: signed.site,
    RELEASE_SERVICE_ORIGIN: origin,
    RELEASES_TOKEN: readerToken,
  });
  const options = await serviceOptions(settings, { trust: signed.trust(), preflight });
  const start = async (how: Pick<ServiceOptions, 'onRequest'> & { readonly port?: number }) => {
    const server = Fastify();
    atTestEnd(() => server.close());
    if (how.onRequest) server.addHook('onRequest', how.onRequest);
    await server.register(releaseService, options);
    return { server, address: (await server.listen({ port: how.port ?? 0, host: '127.0.0.1' })) + servicePrefix };
  };
  const { server, address } = await start({ ...(onRequest && { onRequest }) });
  const storeOf = (team?: string) =>
    new ServiceStore(address, 5_000, team === undefined ? undefined : signed.key(team));
  const release = async (version: string, { team = 'blog', name = 'blog' } = {}) => {
    const folder = await newFolder();
    await buildApp(folder, { name, version, pages: [declaredPage({ name, path: name })] });
    return await publish({
      ...(await publishOptions(signed.store)),
      store: storeOf(team),
      app: name,
      folder,
      provenance: { commit: 'abc1234', repository: 'https://git.example.com/blog', author: 'Ada' },
      key: signed.key(team),
    });
  };
  const signing = (team: string) => ({ signing: signed.signing(team) });
  return { signed, options, server, start, address, storeOf, release, signing };
}

export type Service = Awaited<ReturnType<typeof startService>>;

/** Sends a request signed with the blog's key, without the client. */
export async function ask({ address, signed }: Service, method: string, path: string, body?: unknown, headers = {}) {
  const text = body instanceof Buffer || body === undefined ? body : JSON.stringify(body);
  const url = `${address}/${path}`;
  const response = await fetch(url, {
    method,
    headers: { ...signRequest({ method, url, body: text }, signed.key('blog')), ...headers },
    ...(text !== undefined && { body: text }),
  });
  const answer = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
  return { status: response.status, code: answer.code, message: answer.message };
}

export async function announce(service: Service, version?: string) {
  const { manifest } = await builtVersion(service.signed, version);
  expect(
    await ask(service, 'PUT', `blog/${manifest.version}/release.json`, { manifest, provenance: {} }),
  ).toMatchObject({ status: 200 });
}
