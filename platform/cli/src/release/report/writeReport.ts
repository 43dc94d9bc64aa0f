import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { liveManifest } from '../liveManifest.ts';
import type { ReleaseTools } from '../serviceTools.ts';
import { agreementNote, newlyAsked } from '@site/releases/newlyAsked.ts';
import { routePolicy } from '@site/releases/policy.ts';
import { unlessDamaged } from '@site/releases/store/storeFailure.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { escapeHtml } from '@site/shared/html.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { type ComparedPage, type ComparedView, compare } from './compare.ts';

/** Finds the comment again, to replace it. */
export const commentMark = '<!-- site preview -->';

/**
 * Compares a version with the live one, and writes what reviewers want to see: `comment.md` with the preview link, what is asked for and sizes,
 * `pages.html` with pictures of the changed pages in every language before and after, and the pictures themselves.
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
  const asked = [...newlyAsked(after, before), ...agreementNote(policy, after)];
  const pages = await compare({ before, after, link });
  const id = `${after.name}@${after.version}`;
  await writeFile(join(folder, 'comment.md'), commentText(id, link, pages, asked));
  await writeFile(join(folder, 'pages.html'), pagesHtml(id, link, pages));
  for (const { page, views } of pages)
    for (const { language, change, before, after: later } of views)
      for (const [when, picture] of [['before', before] as const, ['after', later] as const])
        if (picture && change !== 'same')
          await writeFile(join(folder, `${page}-${language}-${when}.jpg`), picture.page);
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
  return [
    commentMark,
    `**[Look at ${id}](${link})** on the site. Nothing is live yet.`,
    '',
    ...(asked.length > 0 ? ['```text', ...asked, '```', ''] : []),
    '| Page | Change | Live | This version |',
    '| --- | --- | ---: | ---: |',
    ...rows,
    '',
    'Sizes: the scripts and style sheets of the page, compressed.',
    '',
  ].join('\n');
}

function pagesHtml(id: string, link: string, pages: readonly ComparedPage[]): string {
  const sections = pages.flatMap(({ page, views }) =>
    views
      .filter(({ change }) => change !== 'same')
      .map((view) => `<h2>${escapeHtml(page)}, ${view.language}: ${view.change}</h2>\n${picturesHtml(view)}`),
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escapeHtml(id)}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: 1rem }
div { display: grid; gap: 1rem; grid-template-columns: 1fr 1fr }
figure { margin: 0 }
img { border: 1px solid #888; width: 100% }
</style>
<h1><a href="${escapeHtml(link)}">${escapeHtml(id)}</a></h1>
${sections.join('\n') || '<p>No page looks different.</p>'}
</html>
`;
}

function picturesHtml({ before, after }: ComparedView): string {
  const figures = [['Live', before] as const, ['This version', after] as const].map(([label, picture]) => {
    const image = picture
      ? `<img alt="" src="data:image/jpeg;base64,${picture.page.toString('base64')}">`
      : '<p>No such page</p>';
    return `<figure><figcaption>${label}</figcaption>${image}</figure>`;
  });
  return `<div>${figures.join('')}</div>`;
}
