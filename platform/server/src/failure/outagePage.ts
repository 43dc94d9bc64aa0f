import { createHash } from 'node:crypto';
import { brand } from '@site/company/brand.ts';
import { outageScene } from '@site/company/drawings/outage.ts';
import { drawnLogo } from '@site/company/logo/drawn.ts';
import { cities } from '@site/company/offices.ts';
import tokens from '@site/company/tokens.json' with { type: 'json' };
import { nothingAllowed, policyOf } from '@site/node/secureHeaders.ts';
import { shellTranslator } from '@site/renderer/documents/shellTranslator.ts';
import { escapeHtml, rawText } from '@site/shared/html.ts';
import { type Language, languageAttributes } from '@site/shared/i18n/languages.ts';

/**
 * What failed: the requested page, an invalid request, or one request too many (`crowd`). Of a posted form, it isn't known
 * whether it was stored (`form`); the other kinds were not: the form was too long, its network had posted too many, or all
 * networks together.
 */
export type FailurePage = 'page' | 'request' | 'crowd' | 'form' | 'longForm' | 'crowdedForm' | 'busyForm';

const { bg, text, 'text-2': text2, 'logo-ink': ink, 'logo-lit': lit } = tokens.color;
const { ground } = tokens.illustration;
/** The colours of a theme. */
const coloursIn = (theme: 'light' | 'dark'): string =>
  Object.entries({ bg, text, text2, 'logo-ink': ink, 'logo-lit': lit, ground })
    .map(([name, { $extensions }]) => `--${name}:${$extensions.mode[theme]}`)
    .join(';');

const styles = `:root{color-scheme:light dark;${coloursIn('light')};font:1.125rem/1.6 system-ui,sans-serif}
@media screen and (prefers-color-scheme:dark){:root{${coloursIn('dark')}}}
body{margin:0;min-height:100svh;display:grid;grid-template-rows:1fr auto;background:var(--bg);color:var(--text)}
main{place-self:center;max-width:34rem;padding:2rem}
h1{margin:1.5rem 0 .5rem;font-size:clamp(2rem,1.5rem + 2.5vw,3.25rem);line-height:1.05;letter-spacing:-.03em}
p{margin:0;color:var(--text2)}
a{display:inline-block;margin:1.5rem 1.5rem 0 0;color:inherit;text-underline-offset:.25em}
.brand{display:flex;align-items:center;gap:.75rem;color:var(--text);font-size:1.5rem;font-weight:700}
.street{width:100%;height:max(125px,15vw);color:var(--ground)}
.lit{fill:var(--logo-lit)}`;

const mark = `<svg width="48" height="48" viewBox="0 0 32 32" aria-hidden="true">${drawnLogo.smallMark}</svg>`;

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
<html ${languageAttributes(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} | ${escapeHtml(`${brand.product} ${cities[language].title}`)}</title>
<style>${rawText('style', styles)}</style>
</head>
<body>
<main><div class="brand">${mark}${escapeHtml(brand.product)}</div><h1>${title}</h1><p>${escapeHtml(translate(`failures.${page}.text`))}</p>${home(page, language)}<a href="mailto:${brand.email}">${brand.email}</a></main>
${outageScene}
</body>
</html>
`;
}

/** The link to the home page. A failed form has none: the visitor's text is one step back. */
const home = (page: FailurePage, language: Language): string =>
  ['form', 'longForm', 'crowdedForm', 'busyForm'].includes(page)
    ? ''
    : `<a href="/${language}">${escapeHtml(shellTranslator(language)('notFound.home'))}</a>`;
