/** `site publish`, `site promote` and the other commands about releases. */
import { runCommandLine } from './commandLine.ts';

const { code, stdout, stderr } = await runCommandLine(process.argv.slice(2));
if (stdout) console.log(stdout);
if (stderr) console.error(stderr);
process.exitCode = code;
