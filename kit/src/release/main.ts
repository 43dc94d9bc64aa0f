/** `npm run release -- COMMAND`: publishes, promotes, rolls back, previews, lists and prunes versions. */
import { runCommandLine } from './commandLine.ts';

const { code, stdout, stderr } = await runCommandLine(process.argv.slice(2));
if (stdout) console.log(stdout);
if (stderr) console.error(stderr);
process.exitCode = code;
