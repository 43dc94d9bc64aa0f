/** `site COMMAND`: everything that teams, operators and the owner do with the site from a command line. */
import { runSite } from './runSite.ts';

const code = await runSite(process.argv.slice(2));
// Anything that a failed command leaves open must not keep the program running.
if (code !== 0) process.exit(code);
