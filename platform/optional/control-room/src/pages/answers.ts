import { everyApp } from '@site/releases/signing/keys.ts';
import type { Trust } from '@site/releases/signing/Trust.ts';
import type { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { plainLine } from '@site/shared/plainText.ts';
import type { TextName, Texts } from '../html/texts.ts';
import type { ActAnswer } from './SigningTask.ts';

/** A sentence of a tool or an error, which are English. */
export const english = (text: string): ActAnswer['notes'][number] => ({ text: plainLine(text), isEnglish: true });

/** What somebody reads whose act was refused. */
export const refusal = (texts: Texts, title: TextName, notes: ActAnswer['notes'] = []): ActAnswer => ({
  isRefused: true,
  title: texts.text(title),
  notes,
  links: [],
});

/** The same for an error. Nothing has changed then. */
export const refusedAnswer = (texts: Texts, { code, message }: OperatorError): ActAnswer =>
  refusal(texts, titles[code] ?? 'act.refused', [english(message)]);

const titles: Readonly<Record<string, TextName>> = {
  'RELEASE-BUSY': 'act.refused.busy',
  'RELEASE-REQUEST': 'act.refused.request',
  'RELEASE-STORE': 'act.refused.store',
};

/**
 * Why a key may not sign what is live of an app, in the reader's language; undefined when it may. The store asks again.
 *
 * @param publicKey the key of what was sent
 */
export function keyRefusal(texts: Texts, trust: Trust, publicKey: string, app: string): ActAnswer | undefined {
  const name = trust.nameOf(publicKey) ?? publicKey.slice(0, 90);
  const because = (title: TextName) => ({ ...refusal(texts, title), title: texts.text(title, { name, app }) });
  const key = trust.keys[name];
  if (!key) return because('act.refused.unknown');
  if (!trust.readerOf(publicKey)) return because('act.refused.ended');
  if (!key.apps.includes(app) && !key.apps.includes(everyApp)) return because('act.refused.otherApp');
  return key.signs.includes('pointers') ? undefined : because('act.refused.releases');
}
