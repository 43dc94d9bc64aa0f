import type { Freeze } from '@site/shared/routes/policy.ts';
import { type Html, html } from '../html/html.ts';
import type { Texts } from '../html/texts.ts';
import { theirs } from '../html/words.ts';
import { moment } from './parts.ts';

/** Says that nothing new goes live, since when and why. */
export const freezeAlert = (texts: Texts, { since, reason }: Freeze, more?: Html): Html =>
  html`<section class="alert info" aria-labelledby="frozen"><h2 id="frozen">${texts.text('freeze.title')}</h2><p>${texts.text('freeze.since')} ${moment(texts, since)}. ${texts.text('freeze.text')}</p>${reason !== undefined && html`<p>${texts.text('freeze.reason')} ${theirs(reason)}</p>`}${more}</section>`;
