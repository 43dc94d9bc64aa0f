import { isAppName, isVersion } from '@site/releases/names.ts';
import type { Reader } from '@site/releases/signing/Trust.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Visits } from './access/Visits.ts';
import { visitOf } from './access/visitCookie.ts';
import type { Html } from './html/html.ts';
import { preferredLanguage, type Texts, textsOf } from './html/texts.ts';
import { said } from './html/words.ts';
import { appPage } from './pages/appPage.ts';
import { entrancePage } from './pages/entrancePage.ts';
import { messagePage } from './pages/layout.ts';
import { livePage } from './pages/livePage.ts';
import { logPage } from './pages/logPage.ts';
import { mapPage } from './pages/mapPage.ts';
import { sendPage } from './pages/sendPage.ts';
import { versionPage } from './pages/versionPage.ts';
import type { RoomOptions } from './RoomOptions.ts';
import { readApp, readApps } from './reading/apps.ts';
import { readComparison } from './reading/comparison.ts';
import { readEvents } from './reading/events.ts';
import type { StoreReader } from './reading/StoreReader.ts';
import { readSiteMap } from './reading/siteMap.ts';
import { readVersions } from './reading/versions.ts';

/** What the pages work with. */
interface RoomParts extends Pick<RoomOptions, 'site' | 'trust'> {
  readonly reader: StoreReader;
  readonly visits: Visits;
  readonly origin: () => string;
}

/** A request of somebody who is in, in a language that the room speaks. */
interface Asked {
  readonly texts: Texts;
  readonly who: Reader;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, unknown>>;
}

/** Makes a page; undefined when there is no such thing, or not for this reader. */
type MakePage = (asked: Asked) => Promise<Html | undefined>;

/** Serves the pages to whoever is in, and to others how to come in. */
export function roomRoutes(server: FastifyInstance, parts: RoomParts): void {
  const { reader, visits, origin, site, trust } = parts;

  const page = (path: string, make: MakePage) =>
    server.get(path, async (request, reply) => {
      const params = request.params as Asked['params'];
      const texts = textsOf(params.language ?? '');
      if (!texts) return await toLanguage(request, reply);
      const who = visits.visitor(visitOf(request));
      if (!who) return sendPage(reply, entrancePage(texts, origin()), 401);
      return await answer(request, reply, make, { texts, who, params, query: request.query as Asked['query'] });
    });

  page('/:language', async ({ texts, who, query }) =>
    livePage({
      texts,
      reader: who,
      site: await site(),
      apps: await readApps(reader, who),
      search: textIn(query.q, 40),
    }),
  );
  page('/:language/map', async ({ texts, who }) => mapPage(texts, who, await readSiteMap(reader, who)));
  page('/:language/log', async ({ texts, who, query }) =>
    logPage(texts, who, await readEvents(reader, who, pageIn(query.page))),
  );
  page('/:language/apps/:app', async ({ texts, who, params: { app = '' }, query }) => {
    if (!mayLookAt(who, app)) return undefined;
    const status = await readApp(reader, app);
    const versions = await readVersions(reader, app, status.pointer, pageIn(query.page));
    if (!status.pointer && versions.all === 0) return undefined;
    return appPage({ texts, reader: who, status, versions });
  });
  page('/:language/apps/:app/:version', async ({ texts, who, params: { app = '', version = '' }, query }) => {
    const other = textIn(query.before, 64);
    if (!mayLookAt(who, app) || !isVersion(version)) return undefined;
    const compared = await readComparison(reader, app, version, isVersion(other) ? other : undefined);
    return compared && versionPage({ texts, reader: who, compared, trust });
  });
  server.get('/', toLanguage);
  server.setNotFoundHandler(async (request, reply) => {
    const texts = textsOf(preferredLanguage(request.headers['accept-language']));
    const who = visits.visitor(visitOf(request));
    return texts && who ? sendMissing(reply, texts, who) : await toLanguage(request, reply);
  });
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  make: MakePage,
  asked: Asked,
): Promise<FastifyReply> {
  const { texts, who } = asked;
  try {
    const made = await make(asked);
    return made ? sendPage(reply, made) : sendMissing(reply, texts, who);
  } catch (error) {
    // The store may be away, or damaged in a way that no page can show: whoever looks shall know.
    if (!(error instanceof OperatorError)) throw error;
    request.log.warn(error.message);
    const page = { texts, title: texts.text('failed.title'), path: '', reader: who };
    return sendPage(reply, messagePage(page, said(error.message)), 503);
  }
}

const sendMissing = (reply: FastifyReply, texts: Texts, reader: Reader): FastifyReply => {
  const page = { texts, title: texts.text('missing.title'), path: '', reader };
  return sendPage(reply, messagePage(page, texts.text('missing.text')), 404);
};

const mayLookAt = ({ maySee }: Reader, app: string): boolean => isAppName(app) && maySee(app);

/** Leads to the first page in the language that the browser prefers. */
const toLanguage = async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
  reply
    .headers({ 'cache-control': 'no-store', vary: 'accept-language' })
    .redirect(`/${preferredLanguage(headers['accept-language'])}`, 303);

const textIn = (value: unknown, most: number): string => (typeof value === 'string' ? value.slice(0, most) : '');

const pageIn = (value: unknown): number => (typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : 1);
