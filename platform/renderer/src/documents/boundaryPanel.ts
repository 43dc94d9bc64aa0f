import { weightsOf } from '@site/releases/budgets.ts';
import { type Release, releaseId } from '@site/releases/Release.ts';
import type { Fault } from '@site/shared/contract/release.ts';
import { escapeHtml } from '@site/shared/html.ts';
import { plainLine } from '@site/shared/plainText.ts';
import english from '../../locales/en.json' with { type: 'json' };
import spanish from '../../locales/es.json' with { type: 'json' };
import french from '../../locales/fr.json' with { type: 'json' };

/** A part of a page that a release shows: the shell, the page itself, or a fragment. */
export interface Boundary {
  readonly release: Release;
  /** The exposed module; `.` of the shell. */
  readonly module: string;
}

/** The faults of releases; nothing about those of which whoever asks may know none. */
export type KnownFaults = ReadonlyMap<Release, readonly Fault[]>;

const catalogues: Readonly<Record<string, typeof english>> = { en: english, es: spanish, fr: french };

/** How many faults of a part, and characters of each, are shown. */
const most = { faults: 5, characters: 600 };

/** What `?boundaries` says below a page: each part with its version, its weight and its faults. */
export function boundaryPanel(
  boundaries: readonly Boundary[],
  language: string,
  faults: KnownFaults = new Map(),
): string {
  const spoken = Object.hasOwn(catalogues, language) ? language : 'en';
  const texts = catalogues[spoken] ?? english;
  const number = new Intl.NumberFormat(spoken, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const bytes = (count = 0) =>
    `<td class="bytes">${number.format(count / 1_000)}\u00a0${texts['boundaries.kilobytes']}</td>`;
  const rows = distinct(boundaries).map(({ release, module }) => {
    const weight = weightsOf(release.manifest).get(module);
    const known = faults.get(release)?.filter((fault) => fault.module === undefined || fault.module === module);
    return `<tr><th scope="row">${escapeHtml(nameOf(release, module))}</th><td>${escapeHtml(releaseId(release))}</td>${bytes(weight?.scripts)}${bytes(weight?.styles)}<td>${faultTexts(known, texts)}</td></tr>`;
  });
  const heads = (['part', 'version', 'scripts', 'styles', 'faults'] as const).map(
    (name) => `<th scope="col">${texts[`boundaries.${name}`]}</th>`,
  );
  return `<aside class="boundaries" lang="${spoken}" dir="ltr" aria-label="${texts['boundaries.title']}"><details><summary>${texts['boundaries.title']}</summary><p>${texts['boundaries.text']}</p><table><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></details></aside>\n`;
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

function faultTexts(faults: readonly Fault[] | undefined, texts: typeof english): string {
  if (faults === undefined) return texts['boundaries.untold'];
  if (faults.length === 0) return texts['boundaries.none'];
  const shown = faults.slice(0, most.faults).map(({ code, message }) => {
    const text = message.startsWith(code) ? message : `${code} ${message}`;
    return text.slice(0, most.characters).split('\n').map(plainLine).join('\n');
  });
  return shown.map((text) => `<pre lang="en" dir="auto">${escapeHtml(text)}</pre>`).join('');
}
