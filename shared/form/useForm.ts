import { limits, useApi } from '@site/shared';
import {
  type FieldSchema,
  type FormFields,
  type FormValues,
  namesOf,
  normalValues,
} from '@site/shared/contract/form/fields.ts';
import { checkForm, type FormError, type FormResult, readForm, sendForm } from '@site/shared/contract/form/form.ts';
import { type MouseEvent, type RefObject, type SubmitEvent, useLayoutEffect, useRef, useState } from 'react';
import { controlOf, Draft, fillIn } from './Draft.ts';
import { clearHoneypot, readHoneypot } from './Honeypot.tsx';
import type { SendForm } from './orPosted.ts';

type FormStatus = 'editing' | 'sending' | 'retrying' | 'sent';

interface FormState {
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly status: FormStatus;
  readonly errors: readonly FormError[];
  /** The errors of fields, without those that the visitor has corrected since. */
  readonly fieldErrors: readonly FormError[];
  /** Call when the visitor starts to use the form. */
  readonly begin: () => void;
  readonly keepDraft: () => void;
  readonly leaveField: () => void;
  readonly submit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
  /** Follows the link to another form: the same one, with what it knows about the visitor. */
  readonly writeAnother: (event: MouseEvent) => void;
}

export interface FormOptions {
  /** Unique among the forms of the site: drafts are kept under it. */
  readonly name: string;
  readonly fields: FormFields;
  readonly send: SendForm;
  /** The answer to a plain form post, if the page is one. */
  readonly result: FormResult | undefined;
  /** Whether the page confirms a plain form post. */
  readonly isConfirmation: boolean;
  /** Values that a new form begins with. */
  readonly suggested: Partial<FormValues>;
}

/** State and behaviour of a form: draft, errors and sending. It starts from the answer to a plain form post, if any. */
export function useForm({ name, fields, send, result, isConfirmation, ...first }: FormOptions): FormState {
  const api = useApi();
  // A page may create a new object for each render.
  const [suggested] = useState(first.suggested);
  const formRef = useRef<HTMLFormElement>(null);
  const draft = Draft.of(name, fields);
  const [status, setStatus] = useState<FormStatus>(isConfirmation ? 'sent' : 'editing');
  const [errors, setErrors] = useState<readonly FormError[]>(result?.errors ?? []);
  // State belongs to the last render: two clicks in one frame would both see "editing".
  const isBusy = useRef(isConfirmation);
  const become = (next: FormStatus) => {
    isBusy.current = next !== 'editing';
    setStatus(next);
  };

  const [invalid, setInvalid] = useState<readonly string[]>(namesOf(fields));
  const fieldErrors = errors.filter((error) => error.kind === 'problem' && invalid.includes(error.field));

  const keepDraft = () => {
    const form = formRef.current;
    if (!form) return;
    draft.save(form, suggested);
    // The list of errors stays as it was read out; only the fields' own marks go.
    if (errors.length === 0) return;
    setInvalid(checkForm(fields, normalValues(fields, readForm(fields, new FormData(form)))).map(fieldOf));
  };

  // Once more: browsers refuse changes of the history that come too fast, and WebKit was seen to lose one of a page that loads.
  const leaveField = () => {
    if (!isBusy.current) keepDraft();
  };

  // After the first render, so that hydration finds the fields as the server rendered them, but before anything is typed: what is
  // saved first replaces what the history has.
  useLayoutEffect(() => {
    const form = formRef.current;
    if (!form) return;
    if (isConfirmation) {
      draft.forget();
    } else {
      if (result) draft.rememberKey(form, result.values, result.key);
      else draft.restore(form);
      // Includes what was typed before the scripts arrived, and what came back from a plain form post.
      draft.save(form, suggested);
    }
  }, [draft, isConfirmation, result, suggested]);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy.current) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    const values = readForm(fields, data);
    const sent = normalValues(fields, values);
    const problems = checkForm(fields, sent);
    setErrors(problems);
    setInvalid(namesOf(fields));
    if (problems.length > 0) return;

    become('sending');
    const failures = await sendForm(fields, (options) => send(sent, options), {
      key: draft.keyOf(form, values),
      website: readHoneypot(data),
      elapsed: await waitForFillTime(),
      onRetry: () => become('retrying'),
    });
    clearHoneypot(form);
    setErrors(failures);
    if (failures.length > 0) {
      become('editing');
    } else {
      draft.forget();
      become('sent');
    }
  };

  const writeAnother = (event: MouseEvent) => {
    // The confirmation of a plain post knows no values: its link loads the page.
    const form = formRef.current;
    if (isConfirmation || !form) return;
    event.preventDefault();
    const others = namesOf(fields).filter((field) => !isPersonal(fields[field]));
    for (const field of others) fillIn(controlOf(form, field), suggested[field] ?? '');
    const [first] = others;
    if (first !== undefined) controlOf(form, first).focus();
    keepDraft();
    become('editing');
  };

  return { formRef, status, errors, fieldErrors, begin: api.prepare, keepDraft, leaveField, submit, writeAnother };
}

/** Whether a field is about the visitor, who needn't say it again. */
const isPersonal = ({ autoComplete = 'off' }: FieldSchema | undefined = {}): boolean => autoComplete !== 'off';

const fieldOf = (error: FormError) => (error.kind === 'problem' ? error.field : '');

/**
 * Waits until a person could have filled in the form since the site was opened.
 *
 * @returns the milliseconds since then
 */
async function waitForFillTime(): Promise<number> {
  const rest = limits.contactFillTime - performance.now();
  // Timers drop fractions of milliseconds: the server would consider the form sent too early.
  if (rest > 0) await new Promise((resolve) => setTimeout(resolve, Math.ceil(rest)));
  return Math.round(performance.now());
}
