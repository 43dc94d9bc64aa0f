import { escapeHtml } from '@site/shared/html.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { hasEnded, type Incident, type IncidentText, textIn } from '../incidents.ts';
import { fill, type Texts } from '../texts.ts';
import { timeElement } from './timeElement.ts';

interface SectionContext {
  readonly language: Language;
  readonly texts: Texts;
  readonly now: number;
}

/** What the owner says about incidents; nothing when there is nothing to say. */
export function incidentsSection(incidents: readonly Incident[], context: SectionContext): string {
  if (incidents.length === 0) return '';
  const { title } = context.texts.incidents;
  const notes = incidents.map((incident) => `<li>${note(incident, context)}</li>`);
  return `<section aria-labelledby="incidents"><h2 id="incidents">${escapeHtml(title)}</h2>
<ul class="incidents" role="list">
${notes.join('\n')}
</ul></section>`;
}

function note(incident: Incident, { language, texts, now }: SectionContext): string {
  const title = textIn(incident.title, language);
  const text = incident.text && textIn(incident.text, language);
  const isOver = hasEnded(incident, now);
  const since = timeElement(new Date(incident.since).toISOString(), language);
  const until = timeElement(new Date(incident.until ?? now).toISOString(), language);
  const when = isOver
    ? `<strong>${escapeHtml(texts.incidents.over)}</strong> ${fill(escapeHtml(texts.incidents.ended), { since, until })}`
    : fill(escapeHtml(texts.incidents.open), { time: since });
  return `<article class="incident${isOver ? ' over' : ''}">${title ? inLanguage('h3', title, language) : ''}
<p class="when">${when}</p>
${text ? paragraphs(text, language) : ''}</article>`;
}

/** Empty lines separate paragraphs. The words are the owner's: none of them is markup. */
const paragraphs = ({ language: own, text }: IncidentText, language: Language): string =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => inLanguage('p', { language: own, text: paragraph.trim() }, language))
    .join('\n');

function inLanguage(element: 'h3' | 'p', { language: own, text }: IncidentText, language: Language): string {
  const mark = own === language ? '' : ` lang="${own}"`;
  return `<${element}${mark} dir="auto">${escapeHtml(text)}</${element}>`;
}
