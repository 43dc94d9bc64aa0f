import { escapeHtml } from '@site/shared/format/escapeHtml.ts';
import { scriptJson } from '@site/shared/format/scriptJson.ts';
import { type Head, type HeadTag, headMark } from './head.ts';

/** The head as HTML, for the server, with what search engines are told of the page. */
export function renderHead({ title, tags, refresh }: Head, structuredData?: object): string {
  const data = structuredData
    ? `<script ${headMark} type="application/ld+json">${scriptJson(structuredData)}</script>`
    : '';
  const fallback = refresh
    ? `<noscript><meta http-equiv="refresh" content="${refresh.seconds}; url=${escapeHtml(refresh.url)}"></noscript>`
    : '';
  return `<title>${escapeHtml(title)}</title>${renderTags(tags, ` ${headMark}`)}${data}${fallback}`;
}

/** Tags as HTML. */
export const renderTags = (tags: readonly HeadTag[], mark = ''): string =>
  tags.map(({ element, attributes }) => `<${element}${mark}${renderAttributes(attributes)}>`).join('');

const renderAttributes = (attributes: HeadTag['attributes']): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('');
