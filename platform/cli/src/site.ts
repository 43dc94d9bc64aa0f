/** `site COMMAND`: everything that teams, operators and the owner do with the site from a command line. */
import { explain } from '@site/node/settings.ts';
import { terminalText } from '@site/shared/plainText.ts';
import { runSite } from './commands/runSite.ts';

// Such as a busy port, which a server reports after its start.
process.once('uncaughtException', (error) => {
  const explained = explain(error);
  console.error(typeof explained === 'string' ? terminalText(explained) : explained);
  process.exit(1);
});

// Whoever reads the output may have read enough of it, as `head` does: the command still ends its work.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

const code = await runSite(process.argv.slice(2));
// Anything that a failed command leaves open must not keep the program running.
if (code !== 0) process.exit(code);
