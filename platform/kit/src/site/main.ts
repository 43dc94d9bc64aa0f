/** `site COMMAND`: everything that teams, operators and the owner do with the site from a command line. */
import { runSite } from './runSite.ts';

const code = await runSite(process.argv.slice(2));
// What a failed command leaves open doesn't keep the program running.
if (code !== 0) process.exit(code);
