import { escapeHtml, scriptJson } from '@site/shared/html.ts';
import { undivided } from '@site/shared/plainText.ts';
import { type Head, type HeadTag, headMark } from './head.ts';

/** Renders a head, and the page's structured data, as HTML. */
export function renderHead({ title, tags, refresh }: Head, structuredData?: object): string {
  const data = structuredData
    ? `<script ${headMark} type="application/ld+json">${undivided(scriptJson(structuredData))}</script>`
    : '';
  const fallback = refresh
    ? `<noscript><meta http-equiv="refresh" content="${refresh.seconds}; url=${escapeHtml(refresh.url)}"></noscript>`
    : '';
  return `<title>${escapeHtml(title)}</title>${renderTags(tags, ` ${headMark}`)}${data}${fallback}`;
}

/** Renders tags as HTML. */
export const renderTags = (tags: readonly HeadTag[], mark = ''): string =>
  tags.map((tag) => (tag.afterPaint ? renderAfterPaint(tag, mark) : renderTag(tag, mark))).join('');

const renderTag = ({ element, attributes }: HeadTag, mark: string): string =>
  `<${element}${mark}${renderAttributes(attributes)}>`;

/**
 * Browsers ignore a tag in a template until shell/src/inline/starter.ts takes it out. Without JavaScript, most of them find
 * it in `<noscript>`; Chromium looks for a manifest only among the head's children.
 */
const renderAfterPaint = (tag: HeadTag, mark: string): string =>
  `<template${mark}>${renderTag(tag, mark)}</template><noscript${mark}>${renderTag(tag, '')}</noscript>`;

const renderAttributes = (attributes: HeadTag['attributes']): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('');
