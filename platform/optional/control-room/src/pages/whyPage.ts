import type { Explanation } from '@site/releases/explain/Explanation.ts';
import type { Reader } from '@site/releases/signing/Trust.ts';
import { type Html, html, type Part } from '../html/html.ts';
import { isTextName, type Texts } from '../html/texts.ts';
import { code, explained, said, theirs } from '../html/words.ts';
import type { ToldWhy, Why } from '../reading/WhyReader.ts';
import { pageHead, roomPage } from './layout.ts';
import { pathOf } from './parts.ts';

/** What the page is made of. */
export interface WhyPageParts {
  readonly texts: Texts;
  readonly reader: Reader;
  /** The address that was asked about, as somebody wrote it; empty before. */
  readonly asked: string;
  readonly why: Why | undefined;
}

/** Why an address of the site answers as it does. */
export const whyPage = ({ texts, reader, asked, why }: WhyPageParts): Html =>
  roomPage({
    texts,
    title: texts.text('why.title'),
    path: `/why${asked && `?address=${encodeURIComponent(asked)}`}`,
    place: 'why',
    reader,
    content: html`${pageHead(texts.text('why.title'), texts.text('why.lead'))}
<div class="inner section">
<form class="search" role="search"><label for="address">${texts.text('why.field')}</label><div><input id="address" name="address" value="${asked}" maxlength="2000" autocomplete="off" autocapitalize="none" spellcheck="false" required aria-describedby="hint"><button class="button primary">${texts.text('why.ask')}</button></div><p class="small" id="hint">${texts.text('why.hint')}</p></form>
${why && answerPart(texts, why)}
</div>`,
  });

function answerPart(texts: Texts, why: Why): Html {
  switch (why.kind) {
    case 'told':
      return toldPart(texts, why.told);
    case 'failed':
      return html`<p class="alert err">${explained(texts, why.message)}</p>`;
    case 'elsewhere':
      return html`<p class="alert err">${texts.text('why.elsewhere', { site: why.site })}</p>`;
    default:
      return html`<p class="alert err">${texts.text(`why.${why.kind}`)}</p>`;
  }
}

function toldPart(texts: Texts, { url, status, location, explanation, others }: ToldWhy): Html {
  const { remote, releases = [], cache, wall, isIsolated, milliseconds } = explanation;
  const caption = texts.text('why.answer', { address: url });
  const made = [
    ...releases.map((release) => releaseLink(texts, release)),
    ...(others > 0 ? [html`${texts.count('why.others', others)}`] : []),
  ];
  const rows: readonly (readonly [string, Part])[] = [
    [
      texts.text('why.status'),
      html`${code(String(status))}${location !== undefined && html`, <bdi>${texts.text('why.leads', { address: location })}</bdi>`}`,
    ],
    [texts.text('why.page'), pageText(texts, explanation)],
    [texts.text('why.app'), remote !== undefined && html`<a href="${pathOf(texts, remote)}">${code(remote)}</a>`],
    [texts.text('why.version'), versionText(texts, explanation)],
    [texts.text('why.made'), made.length > 0 && lines(made)],
    [texts.text('why.cache'), cache !== undefined && cacheText(texts, cache)],
    [texts.text('why.policy'), policyText(texts, explanation)],
    [
      texts.text('why.wall'),
      html`${code(wall)}${isIsolated && remote !== undefined && `, ${texts.text('why.isolated', { app: remote })}`}`,
    ],
    [texts.text('why.rendered'), renderedText(texts, explanation)],
    [texts.text('why.time'), timeText(texts, milliseconds)],
  ];
  return html`<div class="table" role="region" aria-label="${caption}" tabindex="0"><table class="why"><caption><bdi>${caption}</bdi></caption><tbody>${rows.map(
    ([name, value]) =>
      value !== undefined && value !== false && html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`,
  )}</tbody></table></div>`;
}

function pageText(texts: Texts, { page, route, language }: Explanation): Html {
  if (page === undefined) return html`${texts.text('why.noPage')}`;
  const values = { page, route, language: language === undefined ? '' : languageName(texts, language) };
  return theirs(texts.text('why.pageIn', values));
}

function languageName({ language: own }: Texts, language: string): string {
  try {
    return new Intl.DisplayNames(own, { type: 'language' }).of(language) ?? language;
  } catch {
    // What answers isn't a site of ours.
    return language;
  }
}

function versionText(texts: Texts, { remote, releases = [], arm, share }: Explanation): Html | undefined {
  if (remote === undefined) return undefined;
  const release = releases.find((id) => id.startsWith(`${remote}@`));
  const values = { share: share === undefined ? '' : texts.percent(share) };
  return html`${release !== undefined && html`${releaseLink(texts, release)}, `}${texts.text(`why.arm.${arm}`, values)}`;
}

function cacheText(texts: Texts, cache: string): string {
  const name = `why.cache.${cache}`;
  return isTextName(name) ? texts.text(name) : cache;
}

const policyText = (texts: Texts, { policy, remote = '' }: Explanation): Html | undefined =>
  policy && theirs(texts.text(`why.policy.${policy.rule}`, { prefix: policy.prefix, app: remote }));

const renderedText = (texts: Texts, { renderings, cache }: Explanation): Html | string | undefined => {
  if (renderings.length === 0) return cache === 'hit' ? texts.text('why.notRendered') : undefined;
  return lines(
    renderings.map(
      ({ release, milliseconds, problem }) =>
        html`${releaseLink(texts, release)} ${texts.text('why.renderedIn', { time: timeText(texts, milliseconds) })}${problem !== undefined && html` (${said(problem)})`}`,
    ),
  );
};

const timeText = (texts: Texts, milliseconds: number): string => texts.text('why.milliseconds', { time: milliseconds });

const lines = (parts: readonly Html[]): Html =>
  html`<ul class="lines" role="list">${parts.map((part) => html`<li>${part}</li>`)}</ul>`;

function releaseLink(texts: Texts, release: string): Html {
  const [app = '', version = ''] = release.split('@');
  return html`<a href="${pathOf(texts, encodeURIComponent(app), encodeURIComponent(version))}">${code(release)}</a>`;
}
