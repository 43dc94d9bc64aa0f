import type { Command } from './Command.ts';

/** The help text of a command line. */
export function helpText(name: string, commands: Readonly<Record<string, Command>>): string {
  const parts = Object.entries(commands).map(([word, command]) => {
    const options = Object.entries({ ...command.options, ...command.flags }).map(
      ([option, hint]) => `      --${option} ${hint}`,
    );
    return [`  ${`${word} ${command.usage}`.trim()}`, `      ${command.summary}`, ...options].join('\n');
  });
  return [
    `Usage: npm run ${name} -- COMMAND`,
    ...parts,
    'The database is the one of DATABASE_URL, or in the folder that DATA_DIR names (default: .data). The site may be running meanwhile.',
  ].join('\n\n');
}
