import type { Language } from '@site/shared/i18n/languages.ts';
import type { Texts } from './texts.ts';

/** What one language's catalogue lacks that another has: keys, texts, and values that stand in the texts. */
export function differences(catalogues: Readonly<Record<Language, Texts>>): readonly string[] {
  const languages = Object.entries(catalogues);
  const keys = new Set(languages.flatMap(([, texts]) => [...texts.keys()]));
  return [...keys].flatMap((key) => {
    const missing = languages.filter(([, texts]) => !texts.get(key)?.trim()).map(([language]) => language);
    if (missing.length > 0) return [`"${key}" has no text in ${missing.join(', ')}`];
    const values = new Set(languages.map(([, texts]) => placeholdersIn(texts.get(key) ?? '')));
    return values.size === 1 ? [] : [`"${key}" has different {{values}}: ${[...values].join(' / ')}`];
  });
}

function placeholdersIn(text: string): string {
  const placeholders = text.match(/\{\{.*?\}\}/g) ?? [];
  return [...new Set(placeholders)].sort().join(' ') || 'none';
}
