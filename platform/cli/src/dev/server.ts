/** The development server, which `main.ts` runs in its own process. */
import { addressSettings, explain, readSettings } from '@site/node/settings.ts';
import { z } from 'zod';
import { type DevelopmentOptions, DevelopmentServer } from './DevelopmentServer.ts';

/** A message to `main.ts`: the port that it listens on, or that it ends to be restarted. */
export interface ServerMessage {
  readonly port?: string;
  readonly needsRestart?: boolean;
}

const send = (message: ServerMessage) => process.send?.(message);

try {
  const options = JSON.parse(process.argv[2] ?? '{}') as DevelopmentOptions;
  const server = new DevelopmentServer(options, readSettings(z.object(addressSettings(3000)), process.env));
  let isEnding = false;
  const end = () => {
    if (!isEnding) void server.stop().finally(() => process.exit());
    isEnding = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(signal, end);
  const origin = await server.start(() => {
    send({ needsRestart: true });
    end();
  });
  send({ port: new URL(origin).port });
  console.log(`ready ${origin}`);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
