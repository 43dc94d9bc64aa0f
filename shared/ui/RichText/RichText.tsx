import { TextLink } from '@site/shared';
import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { classNames } from '../classNames.ts';
import { isOwnPicture, safeLink } from './address.ts';
import styles from './RichText.module.css';
import { type TextElement, type TextNode, textTree } from './TextTree.ts';

/** A picture in foreign HTML. */
export interface RichPicture {
  /** Its address as the HTML has it: anything may be in it. */
  readonly src: string;
  readonly alt: string;
  /** In pixels; absent where the HTML doesn't say it. */
  readonly width?: number;
  readonly height?: number;
}

interface RichTextProps {
  /** HTML by others, such as an article from a CMS. */
  readonly html: string;
  /** The level of its highest headings. Default: 2, below the page's title. */
  readonly level?: 2 | 3 | 4;
  /** Its language, if it isn't the page's. */
  readonly lang?: string | undefined;
  /** Shows a picture of it. Default: those of the site itself that say their size; of others the alternative text. */
  readonly picture?: (picture: RichPicture) => ReactNode;
  readonly className?: string | undefined;
}

/**
 * Shows HTML by others: what is in the list of `list.ts`, as React's elements, on the server and in browsers alike. No string
 * becomes HTML, so nothing of it can run, and the Content Security Policy has no exception for it.
 */
export function RichText({ html, level = 2, lang, picture = ownPicture, className }: RichTextProps) {
  const nodes = useMemo(() => textTree(html), [html]);
  const outline: number[] = [];
  const levelOf = (name: string): number => {
    const source = Number(name.slice(1));
    while ((outline.at(-1) ?? 0) >= source) outline.pop();
    outline.push(source);
    return Math.min(level + outline.length - 1, 6);
  };

  const shown = (node: TextNode): ReactNode => {
    if (typeof node === 'string') return node;
    const { name, attributes, children } = node;
    if (name === 'img') return picture(pictureOf(node));
    if (name === 'a') return linkOf(node, children.map(shown));
    const tag = /^h[1-6]$/.test(name) ? `h${levelOf(name)}` : name;
    const element = createElement(tag, attributes, ...children.map(shown));
    return name === 'table' ? <div className={styles.scroll}>{element}</div> : element;
  };

  return createElement('div', { lang, className: classNames(styles.text, className) }, ...nodes.map(shown));
}

function linkOf({ attributes: { href = '', ...attributes } }: TextElement, content: readonly ReactNode[]) {
  return (
    <TextLink {...attributes} href={href} newTab={safeLink(href)?.isElsewhere}>
      {createElement(Fragment, null, ...content)}
    </TextLink>
  );
}

const sizeOf = (text = ''): number | undefined => (/^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined);

function pictureOf({ attributes: { src = '', alt = '', width, height } }: TextElement): RichPicture {
  const size = { width: sizeOf(width), height: sizeOf(height) };
  return { src, alt, ...(size.width && { width: size.width }), ...(size.height && { height: size.height }) };
}

/** Without its size, a picture would move what is below it when it loads. */
function ownPicture({ src, alt, width, height }: RichPicture): ReactNode {
  if (!width || !height || !isOwnPicture(src)) return alt;
  return <img loading="lazy" decoding="async" src={src} alt={alt} width={width} height={height} />;
}
