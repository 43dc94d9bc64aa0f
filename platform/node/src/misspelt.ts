import { goneSettings, isOurs, knownNames, settingNames } from './settingNames.ts';

/** Names of other programs that differ from one of ours by a letter. */
const ofOthers: readonly string[] = ['APP_ORIGIN', 'SFTP_URL'];

/** Settings of libraries, which read more of them than `.env.example` lists, some of which differ by two letters. */
const ofLibraries = /^(?:AWS|OTEL)_/;

/** From this length on, two mistakes are recognised. In shorter names, they lead to other words. */
const longName = 12;

/** From this length on, a name without `_` isn't taken for another program's. */
const longWord = 9;

/**
 * The settings that may be meant by a name that is none; none when it is another program's.
 *
 * @param isOfFile whether it is from a file of settings, where every name is ours that begins as ours do. In the environment,
 *   only those are that differ by a letter or two: Kubernetes sets SITE_PORT, cron MAILTO
 */
export function meantBy(name: string, isOfFile: boolean): readonly string[] {
  if (isOurs(name) || name in goneSettings) return [];
  const isWord = !name.includes('_') && name.length < longWord;
  if (!isOfFile && (isWord || ofOthers.includes(name))) return [];
  const given = name.toUpperCase();
  // Only secrets may be in files of their own.
  const [, alone = ''] = /^(.+)_FILE$/.exec(given) ?? [];
  const isOfLibrary = ofLibraries.test(given);
  const near = knownNames.filter(
    (known) =>
      (known === alone && (isOfFile || alone.includes('_'))) ||
      areNear(given, known, known.length < longName || isOfLibrary ? 1 : 2),
  );
  if (near.length > 0 || !isOfFile || isOfLibrary) return near.slice(0, 1);
  const start = given.slice(0, given.indexOf('_') + 1);
  return start === '' ? [] : settingNames.filter((known) => known.startsWith(start));
}

/** Whether names differ by no more than a number of letters that are missing, added, different, or swapped with the next. */
function areNear(one: string, other: string, most: number): boolean {
  if (one === other) return true;
  if (Math.abs(one.length - other.length) > most) return false;
  if (one[0] === other[0]) return areNear(one.slice(1), other.slice(1), most);
  if (most === 0) return false;
  const isSwapped = one[0] === other[1] && one[1] === other[0];
  return (
    areNear(one.slice(1), other.slice(1), most - 1) ||
    areNear(one.slice(1), other, most - 1) ||
    areNear(one, other.slice(1), most - 1) ||
    (isSwapped && areNear(one.slice(2), other.slice(2), most - 1))
  );
}

/** What a message says of a name that is no setting. */
export const misspelt = ([meant = '', ...others]: readonly string[]): string =>
  `isn’t a setting: is ${others.length === 0 ? meant : `one of ${[meant, ...others].join(', ')}`} meant? .env.example explains all of them.`;

/** What a message says of a setting that earlier versions had; undefined for all others, and where it is empty. */
export function gone(name: string, value: string | undefined): string | undefined {
  const remedy = value ? goneSettings[name] : undefined;
  return remedy && `is no setting any more. ${remedy}`;
}
