import { expect, test } from '@rstest/core';
import { facadeDocument, fillFrame } from './facadeDocument.ts';

const facade = {
  kind: 'video',
  language: 'en',
  title: 'E-mail in eleven minutes',
  src: 'https://video.example/embed/1',
  poster: '/poster.svg',
  playLabel: 'Play the video',
  stylesheet: { href: '/embed.css', integrity: 'sha256-abc' },
} as const;

/** Parses without loading anything: a template is inert. */
function parse(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content;
}

/** What is in head and body, in one: only browsers know where a head without its tags ends. */
const contentOf = (document: Document | null) => `${document?.head.innerHTML}${document?.body.innerHTML}`;

test('the link leads to the embed and has a label', () => {
  const link = parse(facadeDocument(facade)).querySelector('a');
  expect(link?.getAttribute('href')).toBe(facade.src);
  expect(link?.getAttribute('aria-label')).toBe(facade.playLabel);
});

test('untrusted text is escaped', () => {
  const hostile = '"><script>alert(1)</script>';
  const html = facadeDocument({ ...facade, title: hostile, src: hostile, poster: hostile, playLabel: hostile });
  expect(html).not.toContain('<script');
  const content = parse(html);
  expect(content.querySelector('title')?.textContent).toBe(hostile);
  expect(content.querySelector('a')?.getAttribute('href')).toBe(hostile);
});

test('the document has no inline styles or scripts', () => {
  expect(facadeDocument(facade)).not.toMatch(/<style|<script|\sstyle=|\son\w+=/);
});

test('a map is one link without a button', () => {
  expect(parse(facadeDocument({ ...facade, kind: 'map' })).querySelector('a')?.children.length).toBe(0);
});

test('a frame that is filled by script shows the same', () => {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  fillFrame(frame, facade);
  const parsed = new DOMParser().parseFromString(facadeDocument(facade), 'text/html');
  expect(contentOf(frame.contentDocument)).toBe(contentOf(parsed));
  frame.remove();
});
