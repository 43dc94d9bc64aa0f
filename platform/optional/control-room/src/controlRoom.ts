import { join } from 'node:path';
import { gracefulShutdown } from '@site/node/gracefulShutdown.ts';
import { logging, requestIdHeader } from '@site/node/logging.ts';
import { OpenConnections } from '@site/node/openConnections.ts';
import { connectionOptions, secureServer, secureServerOptions } from '@site/node/secureServer.ts';
import { ReceivedRequests } from '@site/release-service/ReceivedRequests.ts';
import { sendErrorOf } from '@site/release-service/sendError.ts';
import Fastify from 'fastify';
import { accessRoutes, enterPath } from './access/accessRoutes.ts';
import { Visits } from './access/Visits.ts';
import { roomLimits } from './limits.ts';
import type { RoomOptions } from './RoomOptions.ts';
import { StoreReader } from './reading/StoreReader.ts';
import { fileRoutes } from './roomFiles.ts';
import { roomRoutes } from './roomRoutes.ts';

/** The control room, open. */
export interface ControlRoom {
  /** Where it answers. */
  readonly origin: string;
  /** A link that lets the holder of a key in, once. */
  readonly link: (publicKey: string) => string;
  readonly close: () => Promise<void>;
}

/** Opens the control room at a port of its own: never at the site's origin, where scripts of remotes run. */
export async function openControlRoom(options: RoomOptions): Promise<ControlRoom> {
  const { settings, port, trust } = options;
  const sendError = sendErrorOf({ RELEASES: options.store.location, DATA_DIR: settings.DATA_DIR, REPORTS: undefined });
  const connections = new OpenConnections(connectionOptions);
  const server = Fastify({
    serverFactory: (fastify) => connections.serve(fastify),
    ...logging(settings.LOG_LEVEL, settings.TRUST_PROXY),
    trustProxy: settings.TRUST_PROXY,
    ...secureServerOptions(settings.CONTROL_ROOM_ORIGIN, sendError),
  });
  secureServer(server, settings.CONTROL_ROOM_ORIGIN);
  gracefulShutdown(server, connections);
  requestIdHeader(server);
  server.setErrorHandler(sendError);
  const reader = new StoreReader(options);
  // A store that can't be read is the page's to report.
  const visits = new Visits(trust, () => void reader.prepare().catch(() => {}));
  let address = '';
  const origin = () => settings.CONTROL_ROOM_ORIGIN ?? address;
  fileRoutes(server);
  const received = new ReceivedRequests(join(settings.DATA_DIR, 'control-room'));
  server.addHook('onClose', async () => received.close());
  const parts = { ...options, visits, received, origin, reader };
  accessRoutes(server, parts);
  roomRoutes(server, parts);
  address = await server.listen({ port, host: settings.HOST });
  return {
    origin: origin(),
    link: (publicKey) => `${origin()}${enterPath(visits.invite(publicKey, roomLimits.firstLink))}`,
    close: async () => {
      await server.drain();
      await server.close();
    },
  };
}
