/** The development server, which `main.ts` runs. It ends with `startAgain` when only another one can go on. */
import { explain } from '@site/http/settings.ts';
import { readSettings } from '@site/server/settings.ts';
import { DevelopmentServer } from './DevelopmentServer.ts';
import { startAgain } from './startAgain.ts';

try {
  const server = new DevelopmentServer(process.argv.slice(2), readSettings(process.env));
  let ending: Promise<void> | undefined;
  const end = (code: number) => {
    ending ??= server.stop().finally(() => process.exit(code));
    return ending;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(signal, () => void end(0));
  const origin = await server.start(() => void end(startAgain));
  process.send?.(new URL(origin).port);
  console.log(`ready ${origin}`);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
