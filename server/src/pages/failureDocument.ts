import type { Release } from '@site/releases/Release.ts';
import { escapeHtml } from '@site/shared/format.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { pathOf } from '@site/shared/routes/path.ts';
import { brand, cities } from '@site/shared/site.ts';
import { type Document, hashOf } from './document.ts';
import { documentHead } from './documentHead.ts';
import { mark } from './rootDocument.ts';
import { shellTexts } from './shellTexts.ts';
import { inlineTexts, styleSheetsOf } from './styleSheets.ts';

/** What has failed, as a visitor sees it: the page, a form on its way to us, or what was asked for makes no sense. */
export type FailureKind = 'page' | 'form' | 'request';

/** What a failure's document says. */
export interface FailureParts {
  readonly kind: FailureKind;
  readonly language: Language;
  /** Code of the failure, for whoever is told of it. */
  readonly code: string;
}

/** The page that stands for one that can't be had. No renderer and no script has a part in it. */
export function failureDocument(shell: Release, { kind, language, code }: FailureParts): Document {
  const translate = shellTexts(language);
  const sheets = ['.', './root', './fonts'].flatMap((module) => styleSheetsOf(shell, module));
  const title = escapeHtml(translate(`failures.${kind}.title`));
  const text = escapeHtml(translate(`failures.${kind}.text`));
  const home = escapeHtml(translate('failures.home'));
  const html = `<!doctype html>
<html lang="${language}">
<head>
${documentHead({ sheets })}
<title>${title} | ${escapeHtml(`${brand.product} ${cities[language].title}`)}</title>
<meta name="robots" content="noindex">
</head>
<body>
<main>${mark}<h1>${title}</h1><p>${text}</p><ul role="list"><li><a href="${pathOf('home', language)}"><strong>${home}</strong> ${escapeHtml(brand.product)}</a></li></ul><p><small>${escapeHtml(code)}</small></p></main>
</body>
</html>
`;
  return { html, scriptHashes: [], styleHashes: inlineTexts(sheets).map(hashOf), origins: [] };
}
