import { brand } from '@site/company/brand.ts';
import { cities } from '@site/company/offices.ts';
import type { Release } from '@site/releases/Release.ts';
import { type Document, hashOf } from '@site/renderer/documents/document.ts';
import { documentHead, inlineTexts, plainStyleSheets } from '@site/renderer/documents/documentHead.ts';
import { mark } from '@site/renderer/documents/rootDocument.ts';
import { shellTranslator } from '@site/renderer/documents/shellTranslator.ts';
import { escapeHtml, rawText } from '@site/shared/html.ts';
import { type Language, languageAttributes } from '@site/shared/i18n/languages.ts';
import { homePath } from '@site/shared/routes/path.ts';
import type { FailurePage } from './outagePage.ts';

/** Content of a failure page. */
export interface FailureParts {
  readonly page: FailurePage;
  readonly language: Language;
  /** Error code, for reports to us. */
  readonly code: string;
}

/** The styles while the shell's style sheets can't be read: the same layout with the system's fonts and colours. */
const plainStyles =
  ':root{color-scheme:light dark;font:1.125rem/1.5 system-ui,sans-serif}body{min-height:100vh;margin:0;display:grid;place-items:center;text-align:center}main{max-width:36rem;padding:2rem}ul{padding:0;list-style:none}svg{display:none}';

/** The style sheets of a failure page: the shell's, if they can be read. */
function failureStyles(shell: Release): { readonly head: string; readonly hashes: readonly string[] } {
  try {
    const sheets = plainStyleSheets(shell);
    return { head: documentHead({ sheets }), hashes: inlineTexts(sheets).map(hashOf) };
  } catch {
    return {
      head: `${documentHead({ sheets: [] })}\n<style>${rawText('style', plainStyles)}</style>`,
      hashes: [hashOf(plainStyles)],
    };
  }
}

/** The page for a failure. It needs no renderer and no scripts, and its messages are the server's own. */
export function failureDocument(shell: Release, { page, language, code }: FailureParts): Document {
  const translate = shellTranslator(language);
  const styles = failureStyles(shell);
  const title = escapeHtml(translate(`failures.${page}.title`));
  const text = escapeHtml(translate(`failures.${page}.text`));
  const home = escapeHtml(translate('failures.home'));
  const html = `<!doctype html>
<html ${languageAttributes(language)}>
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
  return { html: Buffer.from(html), scriptHashes: [], styleHashes: styles.hashes, origins: [] };
}
