import { escapeHtml, scriptJson } from '@site/shared/format.ts';
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
  tags.map((tag) => (tag.afterPaint ? renderLater(tag, mark) : renderTag(tag, mark))).join('');

const renderTag = ({ element, attributes }: HeadTag, mark: string): string =>
  `<${element}${mark}${renderAttributes(attributes)}>`;

/**
 * What stands in a template does nothing until the starter takes it out: see shell/src/inline/completeHead.ts. Without
 * JavaScript it is found by browsers that look for it everywhere; Chromium looks for a manifest among the head's children alone.
 */
const renderLater = (tag: HeadTag, mark: string): string =>
  `<template${mark}>${renderTag(tag, mark)}</template><noscript${mark}>${renderTag(tag, '')}</noscript>`;

const renderAttributes = (attributes: HeadTag['attributes']): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('');
