import { createHash } from 'node:crypto';
import { nothingAllowed, policyOf } from '@site/http/secureHeaders.ts';
import { shellTranslator } from '@site/renderer/documents/shellTranslator.ts';
import { escapeHtml, rawText } from '@site/shared/html.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { brand, cities } from '@site/shared/site.ts';
import { markShapes } from '@site/shared/ui/brand/shapes.ts';
import tokens from '@site/shared/ui/tokens/tokens.json' with { type: 'json' };

/**
 * The page that tells a visitor what failed: the page that was asked for, or the request itself, which may be one too many. Of a
 * posted form, nobody knows whether it was stored; or it wasn't, since it was too long, or there were too many of one network, or
 * in all.
 */
export type FailurePage = 'page' | 'request' | 'crowd' | 'form' | 'longForm' | 'crowdedForm' | 'busyForm';

const { bg, text, 'text-2': text2, 'logo-ink': ink, 'logo-lit': lit } = tokens.color;
/** The colours of a theme. */
const coloursIn = (theme: 'light' | 'dark'): string =>
  Object.entries({ bg, text, text2, ink })
    .map(([name, { $extensions }]) => `--${name}:${$extensions.mode[theme]}`)
    .join(';');

const styles = `:root{color-scheme:light dark;${coloursIn('light')};font:1.125rem/1.6 Figtree,system-ui,sans-serif}
@media screen and (prefers-color-scheme:dark){:root{${coloursIn('dark')}}}
body{margin:0;min-height:100svh;display:grid;place-items:center;background:var(--bg);color:var(--text)}
main{max-width:34rem;padding:2rem}
h1{margin:1.5rem 0 .5rem;font-size:clamp(2rem,1.5rem + 2.5vw,3.25rem);line-height:1.05;letter-spacing:-.03em}
p{margin:0;color:var(--text2)}
a{display:inline-block;margin-top:1.5rem;color:inherit;text-underline-offset:.25em}
svg{color:var(--ink)}
.lit{fill:${lit.$value}}`;

const mark = `<svg width="64" height="64" viewBox="0 0 32 32" aria-hidden="true" fill="currentColor" stroke="currentColor"><g stroke-width="0"><path d="${markShapes.gable}"/><path class="lit" d="${markShapes.window}"/></g><path stroke-width="2.5" d="${markShapes.upright}"/></svg>`;

/** The Content-Security-Policy of these pages: nothing but their own styles. */
export const outagePolicy = policyOf({
  ...nothingAllowed,
  'style-src': `'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
});

/**
 * A page that needs no release, file or script: for servers that have no release yet, and for a proxy whose servers are all
 * down (docs/deploy/outage).
 */
export function outagePage(page: FailurePage, language: Language): string {
  const translate = shellTranslator(language);
  const title = escapeHtml(translate(`failures.${page}.title`));
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} | ${escapeHtml(`${brand.product} ${cities[language].title}`)}</title>
<style>${rawText('style', styles)}</style>
</head>
<body>
<main>${mark}<h1>${title}</h1><p>${escapeHtml(translate(`failures.${page}.text`))}</p>${home(page, language)}</main>
</body>
</html>
`;
}

/** The link to the home page. A failed form has none: the visitor's text is one step back. */
const home = (page: FailurePage, language: Language): string =>
  ['form', 'longForm', 'crowdedForm', 'busyForm'].includes(page)
    ? ''
    : `<a href="/${language}">${escapeHtml(shellTranslator(language)('notFound.home'))}</a>`;
