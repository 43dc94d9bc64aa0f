import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { shell } from '@site/bundling/project.ts';
import { othersMayRead } from '@site/node/dataFolder.ts';
import { storePath } from '@site/releases/names.ts';
import { storeKind } from '@site/releases/store/storeKind.ts';
import { copiesFolder } from '@site/server/settings.ts';
import { about, type Configured, type SettingFinding } from './SettingFinding.ts';

const { R_OK, W_OK, X_OK } = constants;

/** Whether this user may do everything that a program of the site does in its folders. Nothing is written. */
export const folderFindings = (configured: Configured): readonly SettingFinding[] => [
  ...dataFindings(configured),
  ...storeFindings(configured),
  ...reportFindings(configured),
];

/** Why this user may not use a file or a folder; undefined when it may. */
function obstacle(path: string, mode: number): string | undefined {
  try {
    accessSync(path, mode);
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

function dataFindings({ settings }: Configured): readonly SettingFinding[] {
  const { fine, warning, problem } = about('DATA_DIR');
  const folder = resolve(settings.DATA_DIR);
  const place = nearestThere(folder);
  const { username } = userInfo();
  const reason = obstacle(place, R_OK | W_OK | X_OK);
  const remedy = place === folder ? `chown -R ${username} ${folder}` : `install -d -o ${username} -m 700 ${folder}`;
  if (reason) return [problem(`SITE-FILES ${username} can’t write in ${place} (${reason}). As root: ${remedy}`)];
  if (place !== folder) return [fine(`${folder} will be made by ${username}`)];
  const open = othersMayRead(folder);
  const { uid } = statSync(folder);
  const isOfOther = process.getuid?.() === 0 && uid !== 0;
  return [
    fine(`${username} may write in ${folder}`),
    ...(open ? [warning(open)] : []),
    ...(isOfOther ? [warning('root may do everything: run the command as the user of the unit, sudo -u site')] : []),
    ...closedFindings(folder, username),
  ];
}

/** A command that root ran leaves files that the site can't write, such as those of the database. */
const closedFindings = (folder: string, username: string): readonly SettingFinding[] =>
  readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((file) => obstacle(file, R_OK | W_OK))
    .map((file) => about('DATA_DIR').warning(`${username} can’t write ${file}. As root: chown ${username} ${file}`));

/** The folder itself, or the first one above it that exists. */
const nearestThere = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : nearestThere(dirname(folder));

function storeFindings({ program, settings }: Configured): readonly SettingFinding[] {
  const { RELEASES, RELEASE_SERVICE, DATA_DIR } = settings;
  if (program === 'api' || RELEASES === undefined || storeKind(RELEASES) !== 'folder') return [];
  const { fine, warning, problem } = about('RELEASES');
  const folder = resolve(RELEASES);
  const isWriter = program === 'store' || RELEASE_SERVICE === 'on';
  const reason = obstacle(folder, isWriter ? R_OK | W_OK | X_OK : R_OK | X_OK);
  const isLive = existsSync(join(folder, storePath.pointer(shell)));
  if (!reason && (isLive || program === 'store'))
    return [fine(`${folder}${isLive ? '' : ', in which no shell is live'}`)];
  const text = reason
    ? `this user can’t use the store ${folder} (${reason}). Correct the name, or the rights`
    : `no shell is live in ${folder}. Correct the name, or: npx site publish ${shell} --promote`;
  // A server goes on with its own copies.
  const starts = program === 'store' || existsSync(join(copiesFolder({ DATA_DIR }), shell));
  return [starts ? warning(text) : problem(`SITE-BUILD ${text}`)];
}

function reportFindings({ program, settings: { REPORTS } }: Configured): readonly SettingFinding[] {
  if (program === 'api' || REPORTS === undefined) return [];
  const { fine, warning } = about('REPORTS');
  const folder = resolve(REPORTS);
  const mode = program === 'site' ? R_OK | W_OK | X_OK : R_OK | X_OK;
  const reason = obstacle(folder, mode);
  return [
    reason
      ? warning(
          `this user can’t ${program === 'site' ? 'write' : 'read'} in ${folder} (${reason}): npx site list won’t say what is wrong`,
        )
      : fine(folder),
  ];
}
