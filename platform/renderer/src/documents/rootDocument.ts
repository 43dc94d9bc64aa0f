import { brand } from '@site/company/brand.ts';
import { drawnLogo } from '@site/company/logo/drawn.ts';
import { cities } from '@site/company/offices.ts';
import type { Release } from '@site/releases/Release.ts';
import { escapeHtml, rawText } from '@site/shared/html.ts';
import { fallbackLanguage, languageAttributes, languageNames, languages } from '@site/shared/i18n/languages.ts';
import { homePath } from '@site/shared/routes/path.ts';
import { renderHead } from '@site/shell/head/renderHead.ts';
import { rootHead } from '@site/shell/head/siteHead.ts';
import { jsonLd, organization, website } from '@site/shell/head/structuredData.ts';
import { type Document, hashOf } from './document.ts';
import { documentHead, inlineTexts, plainStyleSheets } from './documentHead.ts';
import { inlineScriptsOf } from './inlineFiles.ts';
import { shellTranslator } from './shellTranslator.ts';

/** The brand's icon, inlined so that its colours follow the theme. */
export const mark = `<svg width="64" height="64" viewBox="0 0 32 32" aria-hidden="true">${drawnLogo.smallMark}</svg>`;

/** The page at `/`: a script redirects to the visitor's language before anything loads; without scripts the visitor chooses. */
export function rootDocument(shell: Release, origin: string): Document {
  const { root } = inlineScriptsOf(shell);
  const sheets = plainStyleSheets(shell);
  const links = languages.map((language) => {
    const title = shellTranslator(language)('routes.root.title');
    const text = `<strong>${languageNames[language]}</strong> ${escapeHtml(title)}`;
    return `<li><a href="${homePath(language)}" lang="${language}" hreflang="${language}">${text}</a></li>`;
  });
  const translate = shellTranslator(fallbackLanguage);
  const title = `${translate('routes.root.title')} | ${brand.product}`;
  const picture = translate('card.text', {
    title: translate('routes.root.title'),
    city: cities[fallbackLanguage].name,
  });
  const head = rootHead(title, translate('routes.root.description'), picture, origin);
  const data = jsonLd([organization(origin), website(origin, '/', languages)]);
  const html = `<!doctype html>
<html ${languageAttributes(fallbackLanguage)}>
<head>
<script>${rawText('script', root)}</script>
${documentHead({ sheets })}
${renderHead(head, data)}
</head>
<body>
<main>${mark}<h1>${escapeHtml(brand.product)}</h1><ul role="list">${links.join('')}</ul></main>
</body>
</html>
`;
  return {
    html: Buffer.from(html),
    scriptHashes: [hashOf(root)],
    styleHashes: inlineTexts(sheets).map(hashOf),
    origins: [],
  };
}
