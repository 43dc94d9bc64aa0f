import { createHash } from 'node:crypto';
import { brand } from '@site/company/brand.ts';
import { cities } from '@site/company/offices.ts';
import { nothingAllowed, policyOf } from '@site/node/secureHeaders.ts';
import { shellTranslator } from '@site/renderer/documents/shellTranslator.ts';
import { escapeHtml, rawText } from '@site/shared/html.ts';
import { type Language, languageAttributes } from '@site/shared/i18n/languages.ts';
import { markShapes } from '@site/shared/ui/brand/shapes.ts';
import tokens from '@site/shared/ui/tokens/tokens.json' with { type: 'json' };

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
  Object.entries({ bg, text, text2, ink, ground })
    .map(([name, { $extensions }]) => `--${name}:${$extensions.mode[theme]}`)
    .join(';');

const styles = `:root{color-scheme:light dark;${coloursIn('light')};font:1.125rem/1.6 Figtree,system-ui,sans-serif}
@media screen and (prefers-color-scheme:dark){:root{${coloursIn('dark')}}}
body{margin:0;min-height:100svh;display:grid;grid-template-rows:1fr auto;background:var(--bg);color:var(--text)}
main{place-self:center;max-width:34rem;padding:2rem}
h1{margin:1.5rem 0 .5rem;font-size:clamp(2rem,1.5rem + 2.5vw,3.25rem);line-height:1.05;letter-spacing:-.03em}
p{margin:0;color:var(--text2)}
a{display:inline-block;margin:1.5rem 1.5rem 0 0;color:inherit;text-underline-offset:.25em}
svg{color:var(--ink)}
.brand{display:flex;align-items:center;gap:.75rem;color:var(--text);font-size:1.5rem;font-weight:700}
.street{width:100%;height:max(125px,15vw);color:var(--ground)}
.lit{fill:${lit.$value}}`;

const mark = `<svg width="48" height="48" viewBox="0 0 32 32" aria-hidden="true" fill="currentColor" stroke="currentColor"><g stroke-width="0"><path d="${markShapes.gable}"/><path class="lit" d="${markShapes.window}"/></g><path stroke-width="2.5" d="${markShapes.upright}"/></svg>`;

/** The roofs of the street: all is dark but one window, below the cat. */
const street =
  '<svg class="street" viewBox="0 36 1440 214" preserveAspectRatio="xMidYMax slice" aria-hidden="true" fill="currentColor"><path d="M0 250V180L26 152 98 222v28h36V140h12V78h34v62h194V66h36v74h16v110h14v-44h20v-26h20v-26h20v-26h20v-26h20V76h40v26h20v26h20v26h20v26h20v26h20v44h36V139C744 138 750 109 778 108 808 106 814 62 866 60c52 2 58 46 88 48 28 1 34 30 62 31V250h112v-18l62-44v44l62-44v44l62-44v62h48v-56l44-52h40v108z"/><path d="M550 77V63q0-9 4-12V40l5 5h4l5-5v11q4 3 4 12v14z"/><path fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" d="M571 75q9 0 8-12"/><path class="lit" d="M549 144v-30a11 11 0 0 1 22 0v30z"/></svg>';

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
${street}
</body>
</html>
`;
}

/** The link to the home page. A failed form has none: the visitor's text is one step back. */
const home = (page: FailurePage, language: Language): string =>
  ['form', 'longForm', 'crowdedForm', 'busyForm'].includes(page)
    ? ''
    : `<a href="/${language}">${escapeHtml(shellTranslator(language)('notFound.home'))}</a>`;
