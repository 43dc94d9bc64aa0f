import { createHmac } from 'node:crypto';
import { cleanLine, cleanText } from '@site/api/sanitizeText.ts';
import type { ApiAnswer, Visitor } from '@site/renderer/apiCalls.ts';
import { keyHeader } from '@site/shared/contract/api.ts';
import {
  type FormFields,
  type FormValues,
  namesOf,
  normalValues,
  ticked,
  valuesOf,
} from '@site/shared/contract/form/fields.ts';
import {
  checkForm,
  type FailureReason,
  type FormError,
  type FormResult,
  isFormKey,
  newKey,
} from '@site/shared/contract/form/form.ts';
import { hiddenFields } from '@site/shared/contract/form/names.ts';
import { limits } from '@site/shared/contract/limits.ts';
import type { DeclaredForm } from '@site/shared/contract/release.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import type { PathParams } from '@site/shared/routes/path.ts';
import type { OwnApis } from '../apis/OwnApis.ts';
import { meansLimits } from '../limits.ts';

/** A posted form of a remote. */
export interface OwnSubmission {
  readonly remote: string;
  readonly form: DeclaredForm;
  readonly posted: URLSearchParams;
  readonly language: Language;
  /** The parameters of its page. */
  readonly params: PathParams;
}

/** What submitting a remote's form depends on. */
export interface OwnFormTools {
  /** Known to all processes of this server, and to nobody else. */
  readonly formSecret: () => string;
  /** Counts a form of the visitor's network. Resolves with how many seconds to wait when there were too many. */
  readonly tooMany: () => Promise<number | undefined>;
}

/** Checks a form of a remote by its rules, and sends it to the remote's API. It is stored when nothing is returned. */
export async function submitOwn(
  { remote, form: { fields, to }, posted, language, params }: OwnSubmission,
  { ownApis, formSecret, tooMany }: OwnFormTools & { readonly ownApis: Pick<OwnApis, 'send'> },
  visitor: Visitor,
): Promise<FormResult | undefined> {
  const values = cleanValues(fields, posted);
  const normal = normalValues(fields, values);
  const body = JSON.stringify({ values: sentValues(fields, normal), params, language });
  const key = sentKey(posted) ?? derivedKey(formSecret(), [remote, to, body, visitor.address]);
  const refuse = (...errors: readonly FormError[]): FormResult => ({ values, errors, key });
  if (posted.get(hiddenFields.honeypot)) return refuse(failure('trapped'));
  const wait = isTooFast(posted) ? limits.contactFillTime / 1_000 : await tooMany();
  if (wait !== undefined) return refuse(failure('tooMany', wait));
  const problems = checkForm(fields, normal);
  if (problems.length > 0) return refuse(...problems);

  const send = (under: string) =>
    ownApis.send({ remote, to, body, headers: { 'accept-language': language, [keyHeader]: under } }, visitor);
  let answer = await send(key);
  // The API has another form under this key, so this one is new.
  if (answer.status === 409) answer = await send(newKey());
  const errors = errorsOf(answer, fields);
  return errors.length > 0 ? refuse(...errors) : undefined;
}

/** The values of a form, without characters that hide something. */
function cleanValues(fields: FormFields, posted: URLSearchParams): FormValues {
  return valuesOf(fields, (field) => {
    const clean = fields[field]?.kind === 'text' ? cleanText : cleanLine;
    return clean(posted.get(field) ?? '');
  });
}

/** The values as the API gets them: boxes are ticked or not. */
const sentValues = (fields: FormFields, values: FormValues): Readonly<Record<string, string | boolean>> =>
  Object.fromEntries(
    namesOf(fields).map((field) => {
      const value = values[field] ?? '';
      return [field, fields[field]?.kind === 'checkbox' ? value === ticked : value];
    }),
  );

/** The key that a script, or a page that shows the form again, has sent. */
function sentKey(posted: URLSearchParams): string | undefined {
  const key = posted.get(hiddenFields.key) ?? '';
  return isFormKey(key) ? key : undefined;
}

/**
 * The key of a new form without scripts, which has none. The same words from one visitor on one day have the same key, so that
 * pressing twice stores them once. Two visitors may write the same words. The secret hides their addresses from anyone who
 * gets the key.
 */
function derivedKey(secret: string, what: readonly string[]): string {
  const day = new Date().toISOString().slice(0, 10);
  return createHmac('sha256', secret)
    .update(JSON.stringify([...what, day]))
    .digest('hex')
    .slice(0, 32);
}

/** Whether a script says that the form was sent faster than anyone types. */
const isTooFast = (posted: URLSearchParams): boolean =>
  Number(posted.get(hiddenFields.elapsed) ?? limits.contactFillTime) < limits.contactFillTime;

const failure = (reason: FailureReason, seconds?: number): FormError => ({
  kind: 'failure',
  reason,
  ...(seconds && { minutes: Math.ceil(seconds / 60) }),
});

/** What the answer of a remote's API means for the visitor. */
function errorsOf({ status, headers, body }: ApiAnswer, fields: FormFields): readonly FormError[] {
  if (status >= 200 && status < 300) return [];
  if (status === 0) return [failure('unknown')];
  if (status === 429) return [failure('tooMany', secondsOf(headers['retry-after']))];
  const rejections = status === 422 ? rejectionsIn(body, fields) : [];
  return rejections.length > 0 ? rejections : [failure('failed')];
}

const secondsOf = (text = ''): number | undefined => (/^\d{1,6}$/.test(text) ? Number(text) : undefined);

/** An API's errors about the fields of a form, in the format of the site's own API: `{ "errors": [{ "email": "Text" }] }`. */
function rejectionsIn(body: string, fields: FormFields): readonly FormError[] {
  const entries = entriesIn(body);
  return namesOf(fields).flatMap((field): FormError[] => {
    const text = entries.map((entry) => (Object.hasOwn(entry, field) ? entry[field] : undefined)).find(isText);
    return text === undefined
      ? []
      : [{ kind: 'rejection', field, text: cleanLine(text).slice(0, meansLimits.apis.rejection) }];
  });
}

function entriesIn(body: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    const { errors } = Object(JSON.parse(body)) as { readonly errors?: unknown };
    return Array.isArray(errors) ? errors.map((entry) => Object(entry)) : [];
  } catch {
    return [];
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
