import { escapeHtml } from '@site/shared/format.ts';
import { fallbackLanguage, languageNames, languages } from '@site/shared/i18n/languages.ts';
import { pathOf } from '@site/shared/routes/path.ts';
import { brand } from '@site/shared/site.ts';
import { markShapes } from '@site/shared/ui/brand/shapes.ts';
import { renderHead } from '@site/shell/head/renderHead.ts';
import { rootHead } from '@site/shell/head/siteHead.ts';
import { jsonLd, organization, website } from '@site/shell/head/structuredData.ts';
import { type Document, hashOf } from './document.ts';
import { documentHead } from './documentHead.ts';
import type { InlineScripts } from './inlineScripts.ts';
import { shellTexts } from './shellTexts.ts';
import { inlineTexts, type StyleSheet } from './styleSheets.ts';

const { gable, window, upright } = markShapes;

/** The brand's mark as the icon shows it. It stands in the document, where it takes its colours from the theme. */
export const mark = `<svg width="64" height="64" viewBox="0 0 32 32" aria-hidden="true"><g fill="var(--logo-ink)" stroke="var(--logo-ink)" stroke-width="0"><path d="${gable}"/><path fill="var(--logo-lit)" d="${window}"/><path stroke-width="2.5" d="${upright}"/></g></svg>`;

/** The page at `/`: a script goes to the visitor's language before anything is loaded; without scripts the visitor chooses. */
export function rootDocument({ root }: InlineScripts, sheets: readonly StyleSheet[], origin: string): Document {
  const links = languages.map((language) => {
    const title = shellTexts(language)('routes.root.title');
    const text = `<strong>${languageNames[language]}</strong> ${escapeHtml(title)}`;
    return `<li><a href="${pathOf('home', language)}" lang="${language}" hreflang="${language}">${text}</a></li>`;
  });
  const translate = shellTexts(fallbackLanguage);
  const title = `${translate('routes.root.title')} | ${brand.product}`;
  const head = rootHead(title, translate('routes.root.description'), origin);
  const data = jsonLd([organization(origin), website(origin, '/', languages)]);
  const html = `<!doctype html>
<html lang="${fallbackLanguage}">
<head>
<script>${root}</script>
${documentHead({ sheets })}
${renderHead(head, data)}
</head>
<body>
<main>${mark}<h1>${escapeHtml(brand.product)}</h1><ul role="list">${links.join('')}</ul></main>
</body>
</html>
`;
  return { html, scriptHashes: [hashOf(root)], styleHashes: inlineTexts(sheets).map(hashOf), origins: [] };
}
