import { type Html, html } from '../../html/html.ts';
import type { TextName, Texts } from '../../html/texts.ts';
import { said, theirs } from '../../html/words.ts';
import type { DeskRequest } from '../Desk.ts';
import type { Missing } from '../reading/readMissing.ts';
import { deskPage } from './deskPage.ts';

/** What no program can know: the owner looks at it. */
const byHand: readonly TextName[] = ['desk.hand.mailbox', 'desk.hand.backups', 'desk.hand.terms', 'desk.hand.policy'];

/** The facts of the legal notice that a company usually has, in words; others are named as its files name them. */
const facts: Readonly<Record<string, TextName>> = {
  company: 'desk.fact.company',
  publisher: 'desk.fact.publisher',
  taxId: 'desk.fact.taxId',
  registration: 'desk.fact.registration',
  headOffice: 'desk.fact.headOffice',
  'headOffice.lines': 'desk.fact.headOffice',
  telephone: 'desk.fact.telephone',
  publicationDirector: 'desk.fact.publicationDirector',
  host: 'desk.fact.host',
  'host.name': 'desk.fact.host',
  'host.address.lines': 'desk.fact.hostAddress',
  'host.telephone': 'desk.fact.hostTelephone',
  mailProvider: 'desk.fact.mailProvider',
};

/** What is missing before the site goes live, each with what to do. */
export const readyPage = ({ texts, who }: DeskRequest, missing: readonly Missing[]): Html =>
  deskPage({
    texts,
    who,
    part: 'ready',
    title: texts.text('desk.ready'),
    lead: texts.text('desk.ready.lead'),
    path: '/ready',
    content: html`${missing.length === 0 && html`<p class="alert ok">${texts.text('desk.ready.well')}</p>`}
<ol class="missing" role="list">${missing.map((one) => missingPart(texts, one))}</ol>
<section class="panel" aria-labelledby="hand"><h2 id="hand">${texts.text('desk.hand')}</h2><ul class="notes">${byHand.map((name) => html`<li>${texts.text(name)}</li>`)}</ul></section>`,
  });

const missingPart = (texts: Texts, { name, details = [] }: Missing): Html =>
  html`<li class="panel"><h2>${texts.text(`desk.ready.${name}`)}</h2>${details.length > 0 && html`<ul class="notes">${details.map((detail) => html`<li>${detailOf(texts, name, detail)}</li>`)}</ul>`}<p>${texts.text(`desk.ready.${name}.do`)}</p></li>`;

function detailOf(texts: Texts, name: Missing['name'], detail: string): Html | string {
  const fact = name === 'facts' && Object.hasOwn(facts, detail) ? facts[detail] : undefined;
  if (fact) return texts.text(fact);
  return name === 'signatures' ? said(detail) : theirs(detail);
}
