import type { Catalogue } from '@site/shared';
import type { Messages } from '@site/shared/i18n/createI18n.ts';
import { filterSections } from './pageMessages.ts';
import type { View } from './view.ts';

/** Messages without those that the page loads itself. The answer to a form may show them at once. */
export function withoutLater(messages: Messages, content: View['content']): Messages {
  if (content.kind !== 'page' || content.result !== undefined) return messages;
  const { namespace, later = [] } = content.loaded.page.strings;
  const isLater = (key: string) => later.some((name) => key === name || key.startsWith(`${name}_`));
  const sections = Object.entries(messages[namespace] ?? {}).map(([section, texts]): [string, string | Catalogue] => {
    if (typeof texts === 'string') return [section, texts];
    return [section, filterSections(texts, (name) => !isLater(`${section}.${name}`))];
  });
  return { ...messages, [namespace]: Object.fromEntries(sections) };
}
