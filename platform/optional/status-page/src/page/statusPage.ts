import { createHash } from 'node:crypto';
import { brand } from '@site/company/brand.ts';
import { outageScene } from '@site/company/drawings/outage.ts';
import { cities } from '@site/company/offices.ts';
import tokens from '@site/company/tokens.json' with { type: 'json' };
import { policyOf } from '@site/node/secureHeaders.ts';
import { escapeHtml, rawText, svgDataUrl } from '@site/shared/html.ts';
import { directionOf, type Language, languageNames, languages } from '@site/shared/i18n/languages.ts';
import { homePath } from '@site/shared/routes/path.ts';
import { themeColors } from '@site/shared/ui/themeColors.ts';
import type { State } from '../checkSite.ts';
import type { History } from '../history.ts';
import type { Incident } from '../incidents.ts';
import { statusLimits } from '../limits.ts';
import { type Kind, kinds } from '../probes.ts';
import { fill, textsIn } from '../texts.ts';
import { daysTable } from './daysTable.ts';
import { iconSvg, mark, streetSvg } from './drawings.ts';
import { incidentsSection } from './incidentsSection.ts';
import { partRow } from './partRow.ts';
import { styles } from './styles.ts';
import { timeElement } from './timeElement.ts';

/** What every page begins with. Other files of a folder belong to someone else. */
export const generator = '<meta name="generator" content="site status-page">';

/** What the page shows. */
export interface StatusContent {
  /** The origin of the site. */
  readonly origin: string;
  readonly history: History;
  readonly incidents: readonly Incident[];
  readonly now: number;
}

/** The file of the page in a language. `index.html` is the one in the site's fallback language. */
export const pageName = (language: Language): string => `${language}.html`;

/**
 * What the page may load: its own styles, and the fonts beside it. A page can't forbid in its `<meta>` that others frame it; it has
 * nothing that a click could harm.
 */
const policy = policyOf({
  'default-src': "'none'",
  'style-src': `'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
  'font-src': "'self'",
  'img-src': 'data:',
  'base-uri': "'none'",
  'form-action': "'none'",
});

const { 'logo-ink': ink, 'logo-lit': lit } = tokens.color;
const icon = svgDataUrl(iconSvg(ink.$value, lit.$value));

/** The status page in a language: a document of its own, which needs neither the site nor a script. */
export function statusPage({ origin, history, incidents, now }: StatusContent, wanted: Language): string {
  const { language, code, texts } = textsIn(wanted);
  const values = {
    product: brand.product,
    days: String(statusLimits.days),
    minutes: String(statusLimits.gap / 60_000),
  };
  const text = (message: string) => escapeHtml(fill(message, values));
  const shown = kinds.flatMap((kind) => {
    const part = history.parts[kind];
    return part ? [{ kind, ...part }] : [];
  });
  const headline = text(texts.headline[headlineOf(shown)]);
  const checked = fill(escapeHtml(texts.checked), { time: timeElement(history.checked, language) });
  return `<!doctype html>
<html lang="${code}" dir="${code === language ? directionOf(language) : 'ltr'}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${themeColors.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${themeColors.dark}" media="(prefers-color-scheme: dark)">
<title>${headline} | ${text(texts.title)} ${escapeHtml(cities[wanted].title)}</title>
<meta name="description" content="${text(texts.description)}">
<meta name="referrer" content="no-referrer">
${generator}
<link rel="icon" href="${icon}">
${languages.map((other) => `<link rel="alternate" hreflang="${other}" href="${pageName(other)}">`).join('\n')}
<link rel="alternate" hreflang="x-default" href="index.html">
<style>${rawText('style', styles)}</style>
</head>
<body>
<header>
<div class="bar"><a class="home" href="${escapeHtml(origin + homePath(wanted))}" aria-label="${text(texts.home)}">${mark}${escapeHtml(brand.product)}</a>
<nav aria-label="${text(texts.languages)}"><ul role="list">${languageLinks(wanted)}</ul></nav></div>
</header>
<main>
<div class="hero"><div class="inside"><div><h1>${headline}</h1>
<p class="checked">${checked}</p>
<p class="note">${text(texts.fresh)} <a href="${pageName(wanted)}">${text(texts.reload)}</a></p></div>
${streetSvg(shown.map(({ state }) => state))}</div></div>
<div class="content">
${incidentsSection(incidents, { language, texts, now })}
<section aria-labelledby="parts"><h2 id="parts">${text(texts.parts.title)}</h2>
<ul class="parts" role="list">
${shown.map((part) => partRow(part, { history, language, texts, values, now })).join('\n')}
</ul></section>
<section aria-labelledby="days"><h2 id="days">${text(texts.days.title)}</h2>
<p class="note">${text(texts.days.legend)}</p>
${daysTable(shown, { history, language, texts, now })}</section>
</div>
</main>
<footer>${outageScene}<div class="foot"><p>${text(texts.apart)}</p>
<p><a href="${escapeHtml(origin + homePath(wanted))}">${text(texts.site)}</a> <a href="mailto:${escapeHtml(brand.email)}">${escapeHtml(brand.email)}</a></p></div></footer>
</body>
</html>
`;
}

const languageLinks = (current: Language): string =>
  languages
    .map((code) => {
      const mark = code === current ? ' aria-current="page"' : '';
      return `<li><a href="${pageName(code)}" hreflang="${code}" lang="${code}"${mark}>${escapeHtml(languageNames[code])}</a></li>`;
    })
    .join('');

/** What the page says first. A site whose pages don't answer isn't there; if only its form fails, most of it is. */
function headlineOf(
  parts: readonly { readonly kind: Kind; readonly state: State }[],
): 'up' | 'degraded' | 'part' | 'pages' {
  const down = parts.filter(({ state }) => state === 'down');
  if (down.some(({ kind }) => kind === 'pages')) return 'pages';
  if (down.length > 0) return 'part';
  return parts.some(({ state }) => state === 'degraded') ? 'degraded' : 'up';
}
