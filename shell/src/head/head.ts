/** An element of the head besides the title. */
export interface HeadTag {
  readonly element: 'meta' | 'link';
  readonly attributes: Readonly<Record<string, string>>;
  /** The browser would fetch it in the way of the text: it gets to know of it when that has been painted. */
  readonly afterPaint?: true;
}

/** What a view puts into the document's head. */
export interface Head {
  readonly title: string;
  /** What the page is called, without product and city. */
  readonly name: string;
  readonly tags: readonly HeadTag[];
  /** Where visitors without JavaScript are sent, and after how many seconds. */
  readonly refresh?: { readonly seconds: number; readonly url: string };
}

/** Marks what the head writer owns: a navigation takes it away. */
export const headMark = 'data-head';

/** `<meta name>`, as HTML and Twitter cards have it. */
export const named = (name: string, content: string): HeadTag => ({ element: 'meta', attributes: { name, content } });

/** `<meta property>`, as Open Graph has it. */
export const property = (property: string, content: string): HeadTag => ({
  element: 'meta',
  attributes: { property, content },
});

/** `<link>`. */
export const link = (rel: string, href: string, more: HeadTag['attributes'] = {}): HeadTag => ({
  element: 'link',
  attributes: { rel, href, ...more },
});
