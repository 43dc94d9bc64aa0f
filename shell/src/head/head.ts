/** One `<meta>` of a view. */
export interface HeadMeta {
  /** The attribute that names it: `name`, or `property` for Open Graph. */
  readonly key: 'name' | 'property';
  readonly name: string;
  readonly content: string;
}

/** What a view puts into the document's head. */
export interface Head {
  readonly title: string;
  readonly metas: readonly HeadMeta[];
  /** Where visitors without JavaScript are sent, and after how many seconds. */
  readonly refresh?: { readonly seconds: number; readonly url: string };
}

/** Marks the tags that the head writer owns. */
export const headMark = 'data-head';
