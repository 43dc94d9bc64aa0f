import { escapeHtml } from '../../format/escapeHtml.ts';
/** What a facade stands in for: a video has a play button, a map is one large link. */
export type FacadeKind = 'video' | 'map';

interface FacadeDocument {
  readonly kind: FacadeKind;
  readonly language: string;
  readonly title: string;
  readonly src: string;
  readonly poster: string;
  readonly playLabel: string;
  readonly stylesheet: string;
}

const playIcon =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 5a2 2 0 0 1 3-1.7l12 7a2 2 0 0 1 0 3.4l-12 7A2 2 0 0 1 5 19z"/></svg>';

/**
 * The document that a frame shows before the embed: a drawing, and a link that leads this frame to the embed.
 * It has no inline style and no script, which the site's content security policy would block.
 */
export function facadeDocument({ kind, language, title, src, poster, playLabel, stylesheet }: FacadeDocument): string {
  return [
    `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(title)}</title><link rel="stylesheet" href="${escapeHtml(stylesheet)}"></head>`,
    `<body><img src="${escapeHtml(poster)}" alt="">`,
    `<a class="${kind}" href="${escapeHtml(src)}" aria-label="${escapeHtml(playLabel)}">${kind === 'video' ? playIcon : ''}</a>`,
    '</body></html>',
  ].join('');
}
