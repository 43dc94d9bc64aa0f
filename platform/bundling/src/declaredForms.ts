import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formsSchema } from '@site/releases/forms.ts';
import type { Catalogue, RemoteDefinition } from '@site/shared';
import type { FieldSchema } from '@site/shared/contract/form/fields.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { type DeclaredForm, proposedLanguages } from '@site/shared/contract/release.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { z } from 'zod';
import { sourceFolder } from './project.ts';

type Forms = Readonly<Record<string, DeclaredForm>>;

/**
 * The forms that a remote's `remote.ts` describes.
 *
 * @throws {OperatorError} BUILD-FORM when servers would refuse one, or a catalogue lacks a text of its fields
 */
export async function declaredForms(
  app: string,
  { forms, pages }: { readonly forms: Forms; readonly pages: RemoteDefinition['pages'] },
): Promise<Forms> {
  const { error } = formsSchema.safeParse(forms);
  if (error) throw new OperatorError('BUILD-FORM', `src/remote.ts: ${z.prettifyError(error).replaceAll('\n', ' ')}`);
  for (const [name, { fields }] of Object.entries(forms)) {
    const shown = Object.values(pages).filter(({ form }) => form === name);
    for (const language of new Set(shown.flatMap(proposedLanguages))) {
      const catalogue = await read(app, language);
      const key = keysOf(fields).find((text) => typeof textAt(catalogue, text) !== 'string');
      if (key !== undefined) throw missing(name, language, key);
    }
  }
  return forms;
}

/** The texts that a form needs besides those that every form has. */
const keysOf = (fields: DeclaredForm['fields']): readonly string[] => [
  'form.title',
  ...Object.entries(fields).flatMap(([field, schema]) => fieldKeys(field, schema)),
];

const fieldKeys = (field: string, { format, options = [] }: FieldSchema): readonly string[] => [
  `fields.${field}.label`,
  `fields.${field}.hint`,
  ...options.map((option) => `fields.${field}.options.${option}`),
  `problems.${field}`,
  ...(format ? [`problems.${field}Format`] : []),
];

async function read(app: string, language: Language): Promise<Catalogue> {
  return JSON.parse(await readFile(join(sourceFolder(app), 'locales', `${language}.json`), 'utf8')) as Catalogue;
}

const textAt = (catalogue: Catalogue, key: string): unknown =>
  key.split('.').reduce<unknown>((part, name) => Object(part)[name], catalogue);

const missing = (form: string, language: Language, key: string): OperatorError =>
  new OperatorError(
    'BUILD-FORM',
    `The form "${form}" has no text "${key}" in locales/${language}.json. Visitors read it there. Add it.`,
  );
