/** Prints the commands in the documentation that can't be typed as written. */
import { readFiles } from '@site/bundling/checks/sources.ts';
import { ofTeams, wrongCommands } from './wrongCommands.ts';

const pages = readFiles('*.md', '{shared,platform/cli}/README.md', 'docs/{*,decisions/*}.md', ofTeams);
const problems = await wrongCommands(pages);
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;
