import { startProgram } from '@site/testkit/site/program.ts';
import type { SiteServer } from '@site/testkit/site/servers.ts';

/** Runs `npm run news` or `npm run messages` on a site's database, and returns what it prints. */
export async function runCli(
  cli: 'news' | 'messages',
  { dataDir }: Pick<SiteServer, 'dataDir'>,
  ...parameters: string[]
): Promise<string> {
  const program = startProgram(`api/src/cli/${cli}.ts`, parameters, { DATA_DIR: dataDir });
  const code = await program.exited;
  if (code !== 0) throw new Error(`"${cli} ${parameters.join(' ')}" ended with code ${code}:\n${program.output()}`);
  return program.output();
}
