import { type Html, html, type Part } from '../../html/html.ts';
import type { Texts } from '../../html/texts.ts';
import { pathIn } from './deskPage.ts';

/** A form that does something, below the desk. It needs no script. */
export const actForm = (texts: Texts, to: string, content: Part, hidden: Readonly<Record<string, string>> = {}): Html =>
  html`<form class="act" method="post" action="${pathIn(texts, to)}">${Object.entries(hidden).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}${content}</form>`;

/** The button of a form. */
export const button = (text: string, kind: 'primary' | 'quiet' | 'danger' = 'primary'): Html =>
  html`<button class="button ${kind}">${text}</button>`;

/** A link that looks like a button. */
export const linkButton = (href: string, text: string): Html =>
  html`<a class="button quiet" href="${href}">${text}</a>`;

/** What a field of a form consists of. */
interface Field {
  readonly name: string;
  readonly label: string;
  readonly value?: string | undefined;
  readonly hint?: string;
  /** What is wrong with it. */
  readonly problem?: string | undefined;
  readonly type?: 'text' | 'email' | 'url' | 'date';
  readonly isRequired?: boolean;
  readonly most?: number;
}

/** A field with its label, what it is for, and what is wrong with it. */
export function field({ name, label, value, hint, problem, type = 'text', isRequired = false, most }: Field): Html {
  const described = [hint !== undefined && `${name}-hint`, problem !== undefined && `${name}-problem`].filter(Boolean);
  return html`<div class="field"><label for="${name}">${label}</label>${hint !== undefined && html`<p class="small" id="${name}-hint">${hint}</p>`}${problem !== undefined && html`<p class="problem" id="${name}-problem">${problem}</p>`}<input id="${name}" name="${name}" type="${type}" value="${value ?? ''}"${most !== undefined && html` maxlength="${most}"`} autocomplete="off"${isRequired && html` required`}${described.length > 0 && html` aria-describedby="${described.join(' ')}"`}${problem !== undefined && html` aria-invalid="true"`}></div>`;
}

/** A choice of one. */
export const choice = (
  name: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen: string,
): Html =>
  html`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}">${options.map(
    ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  )}</select></div>`;

/** A box to tick, as high as a finger. */
export const box = (id: string, name: string, value: string, label: Part, isTicked: boolean): Html =>
  html`<div class="box"><input type="checkbox" id="${id}" name="${name}" value="${value}"${isTicked && html` checked`}><label for="${id}">${label}</label></div>`;
