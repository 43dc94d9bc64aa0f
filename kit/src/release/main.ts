/** `npm run release -- COMMAND`: publishes, promotes, rolls back, previews, lists and prunes versions. */
import { parseArgs } from 'node:util';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { BuildError } from '../build/build.ts';
import { type CommandResult, runCommand, usage } from './commands.ts';

/** Exit codes of errors that a script may want to tell from the rest, which is 1. */
const exitCodes: Partial<Record<string, number>> = { 'RELEASE-USAGE': 2, 'RELEASE-BUSY': 3 };

const wantsJson = process.argv.includes('--json');

try {
  const { text, data } = await run();
  console.log(wantsJson && data !== undefined ? JSON.stringify(data, null, 2) : text);
} catch (error) {
  report(error);
}

async function run(): Promise<CommandResult> {
  const { values, positionals } = readCommandLine();
  const [name = 'help', ...words] = positionals;
  const { help, ...options } = values;
  if (name === 'help' || help) return { text: usage };
  return await runCommand(name, words, options);
}

function readCommandLine() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        promote: { type: 'boolean' },
        folder: { type: 'string' },
        origin: { type: 'string' },
        'no-browser': { type: 'boolean' },
        json: { type: 'boolean' },
        last: { type: 'string' },
        days: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError('RELEASE-USAGE', `${reason}\n\n${usage}`, error);
  }
}

/** What the user can mend is told in words, or as JSON for scripts; anything else whole. */
function report(error: unknown): void {
  const code = codeOf(error);
  if (!(error instanceof Error) || !code) throw error;
  console.error(wantsJson ? JSON.stringify({ error: { code, message: error.message } }) : error.message);
  process.exitCode = error instanceof OperatorError ? (exitCodes[error.code] ?? 1) : 1;
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof OperatorError) return error.code;
  return error instanceof BuildError ? 'BUILD-FAILED' : undefined;
}
