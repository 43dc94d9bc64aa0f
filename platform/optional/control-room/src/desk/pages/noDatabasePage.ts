import type { Reader } from '@site/releases/signing/Trust.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { type Html, html } from '../../html/html.ts';
import type { Texts } from '../../html/texts.ts';
import { said } from '../../html/words.ts';
import { deskPage } from './deskPage.ts';

/** Where this program sees no database: what is missing before going live can be read all the same. */
export const noDatabasePage = (texts: Texts, who: Reader): Html =>
  unavailable(texts, who, texts.text('desk.none.text'));

/** While the database is away. Only our own errors are shown: a database's may quote a message. */
export const awayPage = (texts: Texts, who: Reader, error: Error): Html =>
  unavailable(
    texts,
    who,
    html`${texts.text('desk.away.text')} ${error instanceof OperatorError ? said(error.message) : undefined}`,
  );

const unavailable = (texts: Texts, who: Reader, text: Html | string): Html =>
  deskPage({
    texts,
    who,
    part: 'desk',
    title: texts.text('desk.none.title'),
    path: '',
    content: html`<p class="alert err">${text}</p>`,
  });
