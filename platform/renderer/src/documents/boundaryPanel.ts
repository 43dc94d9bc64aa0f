import { join } from 'node:path';
import { weightsOf } from '@site/releases/budgets.ts';
import { type Release, releaseId } from '@site/releases/Release.ts';
import type { Fault } from '@site/shared/contract/release.ts';
import { escapeHtml } from '@site/shared/html.ts';
import { fallbackLanguage, isLanguage } from '@site/shared/i18n/languages.ts';
import { roomTexts } from '@site/shared/i18n/roomTexts.ts';
import { plainLine } from '@site/shared/plainText.ts';

/** A part of a page that a release shows: the shell, the page itself, or a fragment. */
export interface Boundary {
  readonly release: Release;
  /** The exposed module; `.` of the shell. */
  readonly module: string;
}

/** The faults of releases; nothing about those of which whoever asks may know none. */
export type KnownFaults = ReadonlyMap<Release, readonly Fault[]>;

const locales = join(import.meta.dirname, '../../locales');

/** The words, which the shell's catalogues don't have: there they would weigh on every page. */
type PanelTexts = Readonly<Record<`boundaries.${'title' | 'text' | Column | 'none' | 'untold' | 'kilobytes'}`, string>>;

const columns = ['part', 'version', 'scripts', 'styles', 'faults'] as const;

type Column = (typeof columns)[number];

/** How many faults of a part, and characters of each, are shown. */
const most = { faults: 5, characters: 600 };

/** What `?boundaries` says below a page: each part with its version, its weight and its faults. */
export function boundaryPanel(
  boundaries: readonly Boundary[],
  language: string,
  faults: KnownFaults = new Map(),
): string {
  const { texts, code } = roomTexts<PanelTexts>(locales, isLanguage(language) ? language : fallbackLanguage);
  const number = new Intl.NumberFormat(code, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const bytes = (count = 0) =>
    `<td class="bytes">${number.format(count / 1_000)}\u00a0${texts['boundaries.kilobytes']}</td>`;
  const rows = distinct(boundaries).map(({ release, module }) => {
    const weight = weightsOf(release.manifest).get(module);
    const known = faults.get(release)?.filter((fault) => fault.module === undefined || fault.module === module);
    return `<tr><th scope="row">${escapeHtml(nameOf(release, module))}</th><td>${escapeHtml(releaseId(release))}</td>${bytes(weight?.scripts)}${bytes(weight?.styles)}<td>${faultTexts(known, texts)}</td></tr>`;
  });
  const heads = columns.map((name) => `<th scope="col">${texts[`boundaries.${name}`]}</th>`);
  return `<aside class="boundaries" lang="${code}" dir="ltr" aria-label="${texts['boundaries.title']}"><details><summary>${texts['boundaries.title']}</summary><p>${texts['boundaries.text']}</p><table><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></details></aside>\n`;
}

/** A fragment may be on the page several times. */
const distinct = (boundaries: readonly Boundary[]): readonly Boundary[] => [
  ...new Map(boundaries.map((each) => [`${releaseId(each.release)} ${each.module}`, each])).values(),
];

/** What a page calls the part: the fragment's name, or else the module. */
function nameOf({ manifest }: Release, module: string): string {
  const fragment = Object.entries(manifest.fragments ?? {}).find(([, declared]) => declared.module === module);
  return fragment?.[0] ?? (module === '.' ? manifest.name : module);
}

function faultTexts(faults: readonly Fault[] | undefined, texts: PanelTexts): string {
  if (faults === undefined) return texts['boundaries.untold'];
  if (faults.length === 0) return texts['boundaries.none'];
  const shown = faults.slice(0, most.faults).map(({ code, message }) => {
    const text = message.startsWith(code) ? message : `${code} ${message}`;
    return text.slice(0, most.characters).split('\n').map(plainLine).join('\n');
  });
  return shown.map((text) => `<pre lang="en" dir="auto">${escapeHtml(text)}</pre>`).join('');
}
