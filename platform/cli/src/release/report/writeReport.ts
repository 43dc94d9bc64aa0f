import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lackNotes } from '@site/releases/lacks.ts';
import { agreementNote, newlyAsked } from '@site/releases/newlyAsked.ts';
import { liveRemotes } from '@site/releases/operations/proposedRoutes.ts';
import { routePolicy } from '@site/releases/policy.ts';
import { unlessDamaged } from '@site/releases/store/storeFailure.ts';
import { teamNotes } from '@site/releases/teamNotes.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { plainLine } from '@site/shared/plainText.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { liveManifest } from '../liveManifest.ts';
import type { ReleaseTools } from '../serviceTools.ts';
import { type ComparedPage, compare } from './compare.ts';

/** Finds the comment again, to replace it. */
const commentMark = '<!-- site preview -->';

/** How many changed texts a comment has, of how many characters: forges refuse long ones. */
const most = { texts: 100, length: 200 };

/**
 * Compares a version with the live one, and writes what reviewers want to read: `comment.md` with the preview link, what is asked
 * for, sizes, and the texts that change in every language.
 *
 * @param link a preview link of the version
 * @returns the changed pages, for scripts
 * @throws {OperatorError} SITE-USAGE when the folder can't be written; also the errors of `compare`
 */
export async function writeReport(
  { store, policy: otherwise = openPolicy }: Pick<ReleaseTools, 'store' | 'policy'>,
  after: ReleaseManifest,
  link: string,
  folder: string,
): Promise<readonly ComparedPage[]> {
  await prepare(folder);
  const before = await liveManifest(store, after.name);
  const policy = (await unlessDamaged(store.read(routePolicy))) ?? otherwise;
  const others = (await liveRemotes(store)).filter(({ manifest }) => manifest.name !== after.name);
  const asked = [
    ...newlyAsked(after, before),
    ...agreementNote(policy, after),
    ...teamNotes(policy, after, before, others),
    ...lackNotes(policy, after, others),
  ];
  const pages = await compare({ before, after, link });
  const id = `${after.name}@${after.version}`;
  await writeFile(join(folder, 'comment.md'), commentText(id, link, pages, asked));
  return pages;
}

async function prepare(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'comment.md'), '');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError('SITE-USAGE', `The report can’t be written: ${reason}. Name another folder.`, error);
  }
}

/** A page with its changes, such as `changed (en, fr)`. */
function changesText({ views }: ComparedPage): string {
  if (views.length === 0) return 'not compared: its path has a parameter';
  const byChange = [...Map.groupBy(views, ({ change }) => change)];
  return byChange
    .map(([change, group]) =>
      group.length === views.length ? change : `${change} (${group.map(({ language }) => language).join(', ')})`,
    )
    .join(', ');
}

const kilobytes = (bytes: number | undefined): string =>
  bytes === undefined ? '–' : `${(bytes / 1000).toFixed(1)} kB`;

function commentText(id: string, link: string, pages: readonly ComparedPage[], asked: readonly string[]): string {
  const rows = pages.map(
    (page) =>
      `| ${page.page} | ${changesText(page)} | ${kilobytes(page.bytes.before)} | ${kilobytes(page.bytes.after)} |`,
  );
  const texts = changedTexts(pages);
  return [
    commentMark,
    `**[Look at ${id}](${link})** on the site. Nothing is live yet.`,
    '',
    ...(asked.length > 0 ? ['```text', ...asked, '```', ''] : []),
    '| Page | Change | Live | This version |',
    '| --- | --- | ---: | ---: |',
    ...rows,
    '',
    'Change: what visitors read. Sizes: the scripts and style sheets of the page, compressed.',
    '',
    ...(texts.length > 0 ? ['```diff', ...texts, '```', ''] : []),
  ].join('\n');
}

/** A line for each text that only one of the versions shows, as in a diff. */
function changedTexts(pages: readonly ComparedPage[]): readonly string[] {
  // A text can't end the block that it is in.
  const line = (sign: string, text: string) => `${sign} ${plainLine(text).slice(0, most.length).replaceAll('`', "'")}`;
  const lines = pages.flatMap(({ page, views }) =>
    views
      .filter(({ removed, added }) => removed.length + added.length > 0)
      .flatMap(({ language, removed, added }) => [
        `@@ ${page}, ${language} @@`,
        ...removed.map((text) => line('-', text)),
        ...added.map((text) => line('+', text)),
      ]),
  );
  return lines.length > most.texts
    ? [...lines.slice(0, most.texts), `… ${lines.length - most.texts} lines more`]
    : lines;
}
