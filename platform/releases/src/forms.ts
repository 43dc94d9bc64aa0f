import type { FieldSchema } from '@site/shared/contract/form/fields.ts';
import { hiddenFields } from '@site/shared/contract/form/names.ts';
import { contactForm, type DeclaredForm, type DeclaredPage } from '@site/shared/contract/release.ts';
import { z } from 'zod';
import { patternProblem } from './fieldPattern.ts';
import { isAppName } from './names.ts';
import { formName } from './pages.ts';

/** How many fields a form may have, and how many characters each of them at most. */
const most = { forms: 20, fields: 40, characters: 20_000, options: 100 };

const taken: readonly string[] = Object.values(hiddenFields);

const fieldName = z
  .string()
  .regex(/^[a-z][a-zA-Z0-9]{0,39}$/, 'must be a name of letters and digits that starts with a small one')
  .refine((name) => !(name in Object.prototype) && !taken.includes(name), 'is a name that the site uses itself');

const characters = z.number().int().min(0).max(most.characters);

/** Not a property beside `format`: servers that know no patterns refuse the release, and never take what they can't check. */
const pattern = z.strictObject({
  pattern: z.string().superRefine((text, { addIssue }) => {
    const problem = patternProblem(text);
    if (problem !== undefined) addIssue(problem);
  }),
});

const field: z.ZodType<FieldSchema> = z
  .looseObject({
    kind: z.enum(['line', 'text', 'checkbox']).exactOptional(),
    required: z.boolean().exactOptional(),
    min: characters.exactOptional(),
    max: characters.exactOptional(),
    format: z.union([z.enum(['email', 'tel', 'date']), pattern]).exactOptional(),
    options: z
      .array(
        z
          .string()
          .min(1)
          .max(100)
          .regex(/^[\w-]+$/, 'must be letters, digits, _ and -'),
      )
      .min(1)
      .max(most.options)
      .exactOptional(),
    autoComplete: z.enum(['name', 'email', 'tel', 'organization', 'off']).exactOptional(),
    half: z.boolean().exactOptional(),
  })
  .refine(({ min = 0, max = most.characters }) => min <= max, { path: ['min'], error: 'must not be more than max' })
  .refine(({ kind, format, options }) => !(kind === 'text' && (format || options)) && !(format && options), {
    path: ['kind'],
    error: 'can’t be combined: a field is a text, has a format, or has options',
  })
  .refine(
    (schema) =>
      schema.kind !== 'checkbox' ||
      ['min', 'max', 'format', 'options', 'autoComplete'].every((rule) => !(rule in schema)),
    { path: ['kind'], error: 'can’t be combined: a checkbox is required or not' },
  );

/** Where a form goes: the name of an API, and a plain path below its address. */
const target = z
  .string()
  .max(300)
  .refine(
    (to) => isAppName(to.split('/')[0] ?? '') && /^[a-z0-9-]+(?:\/[\w-]+)+$/.test(to),
    'must be the name of one of `apis`, a slash, and a path of letters, digits, _ and -',
  );

/** The forms that a remote's manifest names. They are untrusted, so the check is strict. */
export const formsSchema: z.ZodType<Readonly<Record<string, DeclaredForm>>> = z
  .record(
    formName.refine((name) => name !== contactForm, 'is the name of the site’s own form'),
    z.looseObject({
      to: target,
      fields: z
        .record(fieldName, field)
        .refine((fields) => Object.keys(fields).length > 0, 'must be at least one')
        .refine((fields) => Object.keys(fields).length <= most.fields, `must be at most ${most.fields}`),
    }),
  )
  .refine((forms) => Object.keys(forms).length <= most.forms, `must be at most ${most.forms} forms`);

/** The API that a form goes to, and the path below its address. */
export function targetOf({ to }: Pick<DeclaredForm, 'to'>): { readonly api: string; readonly path: string } {
  const slash = to.indexOf('/');
  return { api: to.slice(0, slash), path: to.slice(slash + 1) };
}

/** What must hold between the pages, forms and APIs of a remote; undefined when it does. */
export function formProblem({
  pages = [],
  forms = {},
  apis = {},
}: {
  readonly pages?: readonly Pick<DeclaredPage, 'name' | 'form'>[];
  readonly forms?: Readonly<Record<string, Pick<DeclaredForm, 'to'>>>;
  readonly apis?: object;
}): string | undefined {
  const unknown = pages.find(({ form }) => form !== undefined && form !== contactForm && !Object.hasOwn(forms, form));
  if (unknown) return `The page "${unknown.name}" has the form "${unknown.form}", which \`forms\` doesn’t name.`;
  const lost = Object.entries(forms).find(([, form]) => !Object.hasOwn(apis, targetOf(form).api));
  if (lost) return `The form "${lost[0]}" goes to "${lost[1].to}", whose API \`apis\` doesn’t name.`;
  return undefined;
}
