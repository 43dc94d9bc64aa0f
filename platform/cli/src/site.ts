/** `site COMMAND`: everything that teams, operators and the owner do with the site from a command line. */
import { terminalText } from '@site/shared/plainText.ts';
import { runSite } from './commands/runSite.ts';

/** How long a failed command may take to end, in milliseconds. */
const leftOpen = 500;

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

const code = await runSite(process.argv.slice(2));
// A failed command ends by itself: a library that is cut off complains. What it leaves open keeps it running no longer than this.
process.exitCode = code;
if (code !== 0) setTimeout(() => process.exit(), leftOpen).unref();
