/** `site COMMAND`: everything that teams, operators and the owner do with the site from a command line. */
import { terminalText } from '@site/shared/plainText.ts';
import { endBySelf } from './commands/endBySelf.ts';
import { runSite } from './commands/runSite.ts';

// Such as a busy port, which a server reports after its start.
process.once('uncaughtException', async (error) => {
  const { explain } = await import('@site/node/settings.ts');
  const explained = explain(error);
  console.error(typeof explained === 'string' ? terminalText(explained) : explained);
  process.exit(1);
});

// What reads the output may stop early, as `head` does: the command still ends its work.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

endBySelf(await runSite(process.argv.slice(2)));
