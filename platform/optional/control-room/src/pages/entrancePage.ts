import { isOwnMachine } from '@site/releases/signing/audience.ts';
import { type Html, html } from '../html/html.ts';
import type { Texts } from '../html/texts.ts';
import { pageHead, roomPage } from './layout.ts';

/** What anyone gets who isn't in: how to come in. */
export const entrancePage = (texts: Texts, origin: string, problem?: 'used'): Html =>
  roomPage({
    texts,
    title: texts.text('entrance.title'),
    path: '',
    content: html`${pageHead(texts.text('entrance.title'))}<div class="inner section">
${problem && html`<p class="alert err">${texts.text('entrance.used')}</p>`}
<p>${texts.text('entrance.text')}</p>
<pre tabindex="0"><code>npx site control-room${!isOwnMachine(origin) && ` --at ${origin} --key FILE`}</code></pre>
</div>`,
  });

/** What a link shows: whom it lets in, and the button that uses it up. */
export const invitationPage = (texts: Texts, secret: string, name: string): Html =>
  roomPage({
    texts,
    title: texts.text('entrance.title'),
    path: '',
    content: html`${pageHead(texts.text('room'), texts.text('entrance.invited', { name }), html`<form method="post" action="/enter/${secret}"><button class="button primary">${texts.text('entrance.enter')}</button></form>`)}`,
  });
