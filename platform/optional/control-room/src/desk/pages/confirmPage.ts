import { type Html, html } from '../../html/html.ts';
import { theirs } from '../../html/words.ts';
import type { DeskRequest } from '../Desk.ts';
import { type DeskPage, deskPage, pathIn } from './deskPage.ts';
import { actForm, button, linkButton } from './forms.ts';

/** What somebody has to confirm. */
interface Confirmation extends Pick<DeskPage, 'part' | 'path' | 'title'> {
  /** What the words of others say of it. */
  readonly what: readonly string[];
  /** What will be gone, and what will not. */
  readonly text: string;
  readonly button: string;
  /** Where the form goes, if that isn't the page's own path. */
  readonly to?: string;
  readonly hidden?: Readonly<Record<string, string>>;
  /** Where a change of mind leads. */
  readonly back: string;
}

/** Asks once more before something is deleted for good. */
export const confirmPage = (
  { texts, who }: DeskRequest,
  { part, path, title, what, text, button: name, to = path, hidden, back }: Confirmation,
): Html =>
  deskPage({
    texts,
    who,
    part,
    title,
    path,
    content: html`<section class="panel">${what.map((words) => html`<p class="words">${theirs(words)}</p>`)}<p>${text}</p>${actForm(
      texts,
      to,
      html`${button(name, 'danger')}${linkButton(pathIn(texts, back), texts.text('desk.keep'))}`,
      hidden,
    )}</section>`,
  });
