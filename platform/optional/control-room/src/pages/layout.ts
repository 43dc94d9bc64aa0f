import { brand } from '@site/company/brand.ts';
import { drawnLogo } from '@site/company/logo/drawn.ts';
import type { Reader } from '@site/releases/signing/Trust.ts';
import { Html, html } from '../html/html.ts';
import { roomLanguages, type Texts } from '../html/texts.ts';
import { markPath, styleSheetPath } from '../roomFiles.ts';

/** The pages that the bar leads to. */
type Place = 'live' | 'map' | 'log' | 'servers' | 'why' | 'measures' | 'desk';

const places: Readonly<Record<Place, string>> = {
  live: '',
  map: '/map',
  log: '/log',
  servers: '/servers',
  why: '/why',
  measures: '/measures',
  desk: '/desk',
};

/** What a page of the room consists of. */
export interface RoomPage {
  readonly texts: Texts;
  readonly title: string;
  /** The page below its language, with its query, for the same page in other languages. */
  readonly path: string;
  /** The page of the bar that this is, or belongs to. */
  readonly place?: Place;
  /** Who looks; absent before they are in. */
  readonly reader?: Pick<Reader, 'name' | 'maySeeDesk'>;
  readonly content: Html;
}

// Drawn by the company, not by a release.
const mark = html`<svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">${new Html(drawnLogo.smallMark)}</svg>`;

/** A whole document of the room. */
export const roomPage = ({ texts, title, path, place, reader, content }: RoomPage): Html => html`<!doctype html>
<html lang="${texts.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} | ${texts.text('room')} ${brand.product}</title>
<link rel="stylesheet" href="${styleSheetPath}">
<link rel="icon" href="${markPath}" type="image/svg+xml">
</head>
<body>
<a class="skip" href="#content">${texts.text('skip')}</a>
<header class="bar">
<a class="brand" href="/${texts.language}">${mark}<span>${texts.text('room')}</span></a>
<nav class="languages" aria-label="${texts.text('languages')}"><ul role="list">${roomLanguages.map(
  (language) =>
    html`<li><a href="/${language}${path}" lang="${language}" hreflang="${language}"${language === texts.language && html` aria-current="true"`}><span class="short">${language}</span> <span class="long">${nameOf(language)}</span></a></li>`,
)}</ul></nav>
${reader && bar(texts, reader, place)}
</header>
<main id="content" tabindex="-1">
${content}
</main>
${reader && foot(texts, reader)}
</body>
</html>
`;

const bar = (texts: Texts, { maySeeDesk }: Pick<Reader, 'maySeeDesk'>, place: Place | undefined): Html =>
  html`<nav class="places" aria-label="${texts.text('navigation')}"><ul role="list">${Object.entries(places).map(
    ([name, path]) =>
      (name !== 'desk' || maySeeDesk) &&
      html`<li><a href="/${texts.language}${path}"${name === place && html` aria-current="page"`}>${texts.text(name as Place)}</a></li>`,
  )}</ul></nav>`;

const foot = (texts: Texts, { name }: Pick<Reader, 'name'>): Html =>
  html`<footer class="foot"><p>${texts.text('signedIn', { name })}</p><form method="post" action="/leave"><button class="button quiet">${texts.text('leave')}</button></form></footer>`;

const nameOf = (language: string): string =>
  new Intl.DisplayNames(language, { type: 'language' })
    .of(language)
    ?.replace(/^\p{L}/u, (letter) => letter.toUpperCase()) ?? language;

/** The head of a page: its title on the sky, and what is beside it. */
export const pageHead = (title: Html | string, lead?: Html | string, more?: Html): Html =>
  html`<div class="head"><div class="inner"><h1>${title}</h1>${lead !== undefined && html`<p class="lead">${lead}</p>`}${more}</div></div>`;

/** What is shown in place of a page that isn't there, or can't be made. */
export const messagePage = (page: Omit<RoomPage, 'content'>, text: Html | string): Html =>
  roomPage({ ...page, content: html`${pageHead(page.title, text)}` });
