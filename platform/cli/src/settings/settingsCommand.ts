import { readProcessSettings } from '@site/api/settings.ts';
import type { Variables } from '@site/node/settings.ts';
import { readSettings } from '@site/server/settings.ts';
import { terminalLine } from '@site/shared/plainText.ts';
import { print } from '../commands/print.ts';
import { endWith } from '../commands/strict.ts';
import { addressFindings } from './addresses.ts';
import { folderFindings } from './folders.ts';
import { keyFindings } from './keys.ts';
import type { Configured, ProgramName, SettingFinding } from './SettingFinding.ts';

const marks = { fine: 'ok  ', warning: 'warn', problem: 'FAIL' } as const;

/**
 * `site settings`: whether a program would start with the settings of the environment and of `--env-file`, which have been read
 * by now. Starts and writes nothing.
 *
 * @param isQuiet whether to print only why it wouldn't start, and to ask no other machine: so that units can run it first
 */
export async function settingsCommand(program: ProgramName, isQuiet: boolean): Promise<void> {
  const configured = { program, settings: settingsOf(program, process.env) };
  const findings = [...keyFindings(configured), ...folderFindings(configured)];
  const problems = findings.filter(({ kind }) => kind === 'problem');
  if (isQuiet) for (const { setting, text } of problems) console.error(terminalLine(`${setting}: ${text}`));
  else print({ lines: linesOf([...(await addressFindings(configured)), ...findings]) }, {});
  if (problems.length > 0) endWith(1);
}

/** The API's own settings, and those of a server, which are the release service's, too. */
const settingsOf = (program: ProgramName, environment: Variables): Configured['settings'] =>
  program === 'api' ? readProcessSettings(environment) : readSettings(environment);

function linesOf(findings: readonly SettingFinding[]): readonly string[] {
  const width = Math.max(...findings.map(({ setting }) => setting.length));
  const lines = findings.map(({ setting, text, kind }) => `${marks[kind]} ${setting.padEnd(width)} ${text}`);
  const failed = findings.some(({ kind }) => kind === 'problem');
  return [...lines, failed ? 'It doesn’t start with these settings: see FAIL.' : 'It starts with these settings.'];
}
