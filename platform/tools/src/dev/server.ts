/** The development server, which `main.ts` runs in its own process. */
import { explain } from '@site/http/settings.ts';
import { readSettings } from '@site/server/settings.ts';
import { DevelopmentServer } from './DevelopmentServer.ts';

/** A message to `main.ts`: the port that it listens on, or that it ends to be restarted. */
export interface ServerMessage {
  readonly port?: string;
  readonly needsRestart?: boolean;
}

const send = (message: ServerMessage) => process.send?.(message);

try {
  const server = new DevelopmentServer(process.argv.slice(2), readSettings(process.env));
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
