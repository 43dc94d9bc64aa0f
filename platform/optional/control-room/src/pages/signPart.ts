import type { TrustedKey, TrustedKeys } from '@site/releases/signing/keys.ts';
import { type Html, html } from '../html/html.ts';
import type { TextName, Texts } from '../html/texts.ts';
import { signingScriptPath } from '../roomFiles.ts';
import type { RequestTask, SigningTask, SigningTexts } from './SigningTask.ts';

/** What is signed, and how the page speaks of it. */
export interface SignParts {
  readonly task: SigningTask | RequestTask;
  /** What the button says, such as “Promote”. */
  readonly button: string;
  /** The command that does the same. */
  readonly command: string;
  /** Whose names the page may say: the keys that may sign this. */
  readonly keys: TrustedKeys;
}

const names = {
  locale: 'locale',
  app: 'act.says.app',
  live: 'act.says.live',
  rollout: 'act.says.rollout',
  givenUp: 'act.says.givenUp',
  frozen: 'freeze.title',
  site: 'act.says.site',
  until: 'act.says.until',
  request: 'act.says.request',
  at: 'act.says.at',
  key: 'act.says.key',
  insecure: 'act.key.insecure',
  unsupported: 'act.key.unsupported',
  encrypted: 'act.key.encrypted',
  public: 'act.key.public',
  other: 'act.key.other',
  damaged: 'act.key.damaged',
  sending: 'act.sending',
  unanswered: 'act.unanswered',
  unkept: 'act.unkept',
} as const satisfies Record<keyof SigningTexts, TextName>;

/**
 * The part of a page that signs a record or a request with the reader's own key, in their browser. The page must be added as one that
 * signs; without scripts, or where the browser can't sign, it says which command does the same.
 */
export function signPart(texts: Texts, { task, button, command, keys }: SignParts): Html {
  const said = Object.fromEntries(Object.entries(names).map(([name, text]) => [name, texts.text(text)]));
  const known = Object.fromEntries(Object.entries(keys).map(([name, key]: [string, TrustedKey]) => [key.public, name]));
  return html`<section class="panel sign" aria-labelledby="sign"><h2 id="sign">${texts.text('act.sign')}</h2>
<form id="signing" hidden data-task="${JSON.stringify(task)}" data-texts="${JSON.stringify(said)}" data-keys="${JSON.stringify(known)}">
<div id="key-kept" hidden><p>${texts.text('act.kept')} <code><bdi id="key-name"></bdi></code></p><button type="button" id="key-forget" class="button quiet">${texts.text('act.forget')}</button></div>
<ul id="key-new" role="list"><li><label for="key-file">${texts.text('act.file')}</label><input id="key-file" type="file" required><p class="small">${texts.text('act.fileText')}</p></li>
<li><label class="check"><input id="key-keep" type="checkbox">${texts.text('act.keep')}</label><p class="small">${texts.text('act.keepText')}</p></li></ul>
<div id="signed" hidden><h3>${texts.text('act.says')}</h3><dl class="facts" id="signed-facts"></dl>
<details id="signed-bytes"><summary>${texts.text('act.bytes')}</summary><pre tabindex="0"><code id="signed-text"></code></pre></details></div>
<button class="button primary">${button}</button>
</form>
<div id="outcome" class="alert" role="status" tabindex="-1" data-errors="en" hidden></div>
<div class="command"><p>${texts.text('act.command')}</p><pre tabindex="0"><code>${command}</code></pre></div></section>
<script type="module" src="${signingScriptPath}"></script>`;
}
