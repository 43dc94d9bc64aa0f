import { darkTheme, inDarkTheme } from '../Art/darkTheme.ts';

/** What a facade stands in for: a video has a play button, a map is one large link. */
export type FacadeKind = 'video' | 'map';

/** What a facade shows before the visitor asks for more. */
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

/** An element: its tag, its attributes, and what stands in it. */
export type Markup = readonly [tag: string, attributes: Readonly<Record<string, string>>, ...children: MarkupChild[]];

type MarkupChild = Markup | string;

const playIcon: Markup = [
  'svg',
  { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
  ['path', { d: 'M5 5a2 2 0 0 1 3-1.7l12 7a2 2 0 0 1 0 3.4l-12 7A2 2 0 0 1 5 19z' }],
];

/**
 * The document that a frame shows before the embed: a drawing, and a link that leads this frame to the embed.
 * It has no inline style and no script, which the site's content security policy would block.
 */
export function facadeMarkup({ kind, title, src, poster, playLabel, stylesheet }: Facade): {
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
