import { escapeHtml } from '@site/shared/format/escapeHtml.ts';
import { type Head, headMark } from './head.ts';

/** The head as HTML, for the server. */
export function renderHead({ title, metas, refresh }: Head): string {
  const tags = metas.map(
    ({ key, name, content }) => `<meta ${headMark} ${key}="${escapeHtml(name)}" content="${escapeHtml(content)}">`,
  );
  const fallback = refresh
    ? `<noscript><meta http-equiv="refresh" content="${refresh.seconds}; url=${escapeHtml(refresh.url)}"></noscript>`
    : '';
  return `<title>${escapeHtml(title)}</title>${tags.join('')}${fallback}`;
}
