import { escapeHtml } from '../../html.ts';
import { darkTheme, inDarkTheme } from '../illustrations/darkTheme.ts';

/** A video has a play button; a map is one large link. */
export type FacadeKind = 'video' | 'map';

/** The content of a facade. */
export interface Facade {
  readonly kind: FacadeKind;
  readonly language: string;
  readonly title: string;
  /** Address of the embed. */
  readonly src: string;
  readonly poster: string;
  readonly playLabel: string;
  readonly stylesheet: { readonly href: string; readonly integrity: string };
}

/** An element: tag, attributes and children. */
type Markup = readonly [tag: string, attributes: Readonly<Record<string, string>>, ...children: MarkupChild[]];

type MarkupChild = Markup | string;

const playIcon: Markup = [
  'svg',
  { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
  ['path', { d: 'M5 5a2 2 0 0 1 3-1.7l12 7a2 2 0 0 1 0 3.4l-12 7A2 2 0 0 1 5 19z' }],
];

/**
 * The document that a frame shows before the embed: an illustration, and a link that loads the embed in this frame. It has no
 * inline style or script, which the content security policy would block.
 */
function facadeMarkup({ kind, title, src, poster, playLabel, stylesheet }: Facade): {
  readonly head: readonly Markup[];
  readonly body: readonly Markup[];
} {
  return {
    head: [
      ['meta', { charset: 'utf-8' }],
      ['meta', { name: 'viewport', content: 'width=device-width' }],
      ['title', {}, title],
      ['link', { rel: 'stylesheet', ...stylesheet, crossorigin: '' }],
    ],
    body: [
      ['picture', {}, ['source', { media: darkTheme, srcset: inDarkTheme(poster) }], ['img', { src: poster, alt: '' }]],
      ['a', { class: kind, href: src, 'aria-label': playLabel }, ...(kind === 'video' ? [playIcon] : [])],
    ],
  };
}

/** A facade's document as HTML, for `srcdoc`. Without quotes and tags that HTML doesn't need: the attribute would escape each. */
export function facadeDocument(facade: Facade): string {
  const { head, body } = facadeMarkup(facade);
  return `<!doctype html><html${attributeOf(['lang', facade.language])}>${toHtml(head)}${toHtml(body)}`;
}

/** Elements that have no end tag. */
const voidTags = ['meta', 'link', 'source', 'img'];

const toHtml = (markup: readonly (Markup | string)[]): string => markup.map(htmlOf).join('');

function htmlOf(markup: Markup | string): string {
  if (typeof markup === 'string') return escapeHtml(markup);
  const [tag, attributes, ...children] = markup;
  const start = `<${tag}${Object.entries(attributes).map(attributeOf).join('')}>`;
  return voidTags.includes(tag) ? start : `${start}${toHtml(children)}</${tag}>`;
}

function attributeOf([name, value]: readonly [name: string, value: string]): string {
  if (value === '') return ` ${name}`;
  return /^[^\s"'=<>`]+$/.test(value) ? ` ${name}=${escapeHtml(value)}` : ` ${name}="${escapeHtml(value)}"`;
}

/** Fills an empty frame with a facade's document, element by element: Trusted Types don't let scripts insert HTML. */
export function fillFrame(frame: HTMLIFrameElement, facade: Facade): void {
  const target = frame.contentDocument;
  if (target?.URL !== 'about:blank' || target.body.hasChildNodes()) return;
  const { head, body } = facadeMarkup(facade);
  target.documentElement.lang = facade.language;
  target.head.append(...head.map((markup) => elementOf(target, markup)));
  target.body.append(...body.map((markup) => elementOf(target, markup)));
}

const svg = 'http://www.w3.org/2000/svg';

function elementOf(target: Document, [tag, attributes, ...children]: Markup, parent?: Element): Element {
  const isSvg = tag === 'svg' || parent?.namespaceURI === svg;
  const element = isSvg ? target.createElementNS(svg, tag) : target.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.map((child) => (typeof child === 'string' ? child : elementOf(target, child, element))));
  return element;
}
