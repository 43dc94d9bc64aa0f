import { audienceOf, readSettings, reportsFolder } from '@site/server/settings.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { print } from './print.ts';
import { endWith } from './strict.ts';

/**
 * `site notices`: where the owner is told, and how much waits to be sent there; with `--try`, what comes back from a test.
 *
 * @throws {OperatorError} SITE-NOTICES when nobody is told
 */
export async function noticesCommand(options: { readonly try?: true | undefined }): Promise<void> {
  const settings = readSettings(process.env);
  const { NOTICES: targets } = settings;
  if (!targets)
    throw new OperatorError(
      'SITE-NOTICES',
      'Nobody is told: set NOTICES, or name the servers’ settings with --env-file.',
    );
  if (options.try) {
    const { tryNotices } = await import('@site/notices/tryNotices.ts');
    const tried = await tryNotices(targets, audienceOf(settings), settings);
    print({ lines: tried.map(({ name, arrived, answer }) => `${arrived ? 'ok  ' : 'FAIL'} ${name}: ${answer}`) }, {});
    if (tried.some(({ arrived }) => !arrived)) endWith(1);
    return;
  }
  const { readRecord } = await import('@site/notices/Record.ts');
  const { waiting } = await readRecord(reportsFolder(settings));
  const lines = targets.map(({ id, name }) => {
    const [first, ...others] = waiting.filter((notice) => notice.targets.includes(id));
    return first ? `${name}: ${others.length + 1} wait, since ${first.at}` : `${name}: nothing waits`;
  });
  print({ lines }, {});
}
