import type { Delivery } from '@site/notices/deliveries.ts';
import { audienceOf, readSettings, reportsFolder } from '@site/server/settings.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { print } from './print.ts';
import { endWith } from './strict.ts';

/**
 * `site notices`: where the owner is told, what waits to be sent there or was given up, and why; with `--try`, what comes back from
 * a test.
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
  const { readDeliveries } = await import('@site/notices/deliveries.ts');
  const deliveries = await readDeliveries(reportsFolder(settings), targets);
  print({ lines: deliveries.flatMap(deliveryLines) }, {});
}

/** As many waiting notices as are named of each target. */
const named = 10;

function deliveryLines({ name, waiting, failing, givenUp }: Delivery): readonly string[] {
  const [first] = waiting;
  const rest = waiting.length - named;
  return [
    first ? `${name}: ${waiting.length} wait, since ${first.at}` : `${name}: nothing waits`,
    ...(failing ? [`  fails since ${failing.since}, last at ${failing.at}: ${failing.reason}`] : []),
    ...waiting.slice(0, named).map(({ at, kind, app }) => `  waits: ${at} ${kind} ${app}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    ...givenUp.map(({ at, kind, app, ended, reason }) => `  given up ${ended}: ${at} ${kind} ${app} (${reason})`),
  ];
}
