import type { Release } from '@site/releases/Release.ts';
import { escapeHtml } from '@site/shared/format.ts';
import { fallbackLanguage, type Language, languageNames, languages } from '@site/shared/i18n/languages.ts';
import { homePath } from '@site/shared/routes/path.ts';
import { brand, cities } from '@site/shared/site.ts';
import { markShapes } from '@site/shared/ui/brand/shapes.ts';
import { renderHead } from '@site/shell/head/renderHead.ts';
import { rootHead } from '@site/shell/head/siteHead.ts';
import { jsonLd, organization, website } from '@site/shell/head/structuredData.ts';
import { type Document, hashOf } from './document.ts';
import { documentHead, inlineTexts, plainStyleSheets } from './documentHead.ts';
import { inlineScriptsOf } from './inlineFiles.ts';
import { shellTexts } from './shellTexts.ts';

const { gable, window, upright } = markShapes;

/** The brand's icon, inlined so that its colours follow the theme. */
const mark = `<svg width="64" height="64" viewBox="0 0 32 32" aria-hidden="true"><g fill="var(--logo-ink)" stroke="var(--logo-ink)" stroke-width="0"><path d="${gable}"/><path fill="var(--logo-lit)" d="${window}"/><path stroke-width="2.5" d="${upright}"/></g></svg>`;

/** The page at `/`: a script redirects to the visitor's language before anything loads; without scripts the visitor chooses. */
export function rootDocument(shell: Release, origin: string): Document {
  const { root } = inlineScriptsOf(shell);
  const sheets = plainStyleSheets(shell);
  const links = languages.map((language) => {
    const title = shellTexts(language)('routes.root.title');
    const text = `<strong>${languageNames[language]}</strong> ${escapeHtml(title)}`;
    return `<li><a href="${homePath(language)}" lang="${language}" hreflang="${language}">${text}</a></li>`;
  });
  const translate = shellTexts(fallbackLanguage);
  const title = `${translate('routes.root.title')} | ${brand.product}`;
  const picture = translate('common.card', {
    title: translate('routes.root.title'),
    city: cities[fallbackLanguage].name,
  });
  const head = rootHead(title, translate('routes.root.description'), picture, origin);
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

/** What failed, from the visitor's view: the page, a posted form, or the request itself. */
export type FailureKind = 'page' | 'form' | 'request';

/** Content of a failure page. */
export interface FailureParts {
  readonly kind: FailureKind;
  readonly language: Language;
  /** Error code, for reports to us. */
  readonly code: string;
}

/** What a failure page looks like while the shell's style sheets can't be read: the same, with the system's fonts and colours. */
const plainStyles =
  ':root{color-scheme:light dark;font:1.125rem/1.5 system-ui,sans-serif}body{min-height:100vh;margin:0;display:grid;place-items:center;text-align:center}main{max-width:36rem;padding:2rem}ul{padding:0;list-style:none}svg{display:none}';

/** The style sheets of a failure page: of the shell, if it is whole. */
function failureStyles(shell: Release): { readonly head: string; readonly hashes: readonly string[] } {
  try {
    const sheets = plainStyleSheets(shell);
    return { head: documentHead({ sheets }), hashes: inlineTexts(sheets).map(hashOf) };
  } catch {
    return {
      head: `${documentHead({ sheets: [] })}\n<style>${plainStyles}</style>`,
      hashes: [hashOf(plainStyles)],
    };
  }
}

/** The page for a failure. It needs neither renderer nor scripts, and its texts are the server's own. */
export function failureDocument(shell: Release, { kind, language, code }: FailureParts): Document {
  const translate = shellTexts(language);
  const styles = failureStyles(shell);
  const title = escapeHtml(translate(`failures.${kind}.title`));
  const text = escapeHtml(translate(`failures.${kind}.text`));
  const home = escapeHtml(translate('failures.home'));
  const html = `<!doctype html>
<html lang="${language}">
<head>
${styles.head}
<title>${title} | ${escapeHtml(`${brand.product} ${cities[language].title}`)}</title>
<meta name="robots" content="noindex">
</head>
<body>
<main>${mark}<h1>${title}</h1><p>${text}</p><ul role="list"><li><a href="${homePath(language)}"><strong>${home}</strong> ${escapeHtml(brand.product)}</a></li></ul><p><small>${escapeHtml(code)}</small></p></main>
</body>
</html>
`;
  return { html, scriptHashes: [], styleHashes: styles.hashes, origins: [] };
}
