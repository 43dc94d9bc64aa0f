import { type Facade, facadeMarkup, type Markup } from './facadeMarkup.ts';

/**
 * Puts a facade's document into a frame that is empty. Browsers that enforce Trusted Types take no HTML from scripts,
 * so it is made of elements.
 */
export function fillFrame(frame: HTMLIFrameElement, facade: Facade): void {
  const target = frame.contentDocument;
  // A frame that shows the embed is of another origin, and has no document for us.
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
