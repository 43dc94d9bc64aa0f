import { limits, useApi, useLanguage } from '@site/shared';
import { contactFields } from '@site/shared/contract/contact/fields.ts';
import {
  type ContactFormResult,
  checkMessage,
  type FormError,
  readForm,
  sendMessage,
} from '@site/shared/contract/contact/form.ts';
import { type MouseEvent, type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { controlOf, forgetMessage, keyOf, rememberKey, restoreDraft, saveDraft } from './draft.ts';
import { clearHoneypot, readHoneypot } from './Honeypot.tsx';

type FormStatus = 'editing' | 'sending' | 'retrying' | 'sent';

interface ContactFormState {
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly status: FormStatus;
  readonly errors: readonly FormError[];
  /** The errors of fields, without those that the visitor has corrected since. */
  readonly fieldErrors: readonly FormError[];
  /** Call when the visitor starts to use the form. */
  readonly begin: () => void;
  readonly keepDraft: () => void;
  readonly submit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
  /** Follows the link to another message: the same form, with the visitor's name and address. */
  readonly writeAnother: (event: MouseEvent) => void;
}

/** State and behaviour of the contact form: draft, errors and sending. It starts from the answer to a plain form post, if any. */
export function useContactForm(
  result: ContactFormResult | undefined,
  isConfirmation: boolean,
  suggestedSubject: string,
): ContactFormState {
  const api = useApi();
  const language = useLanguage();
  const formRef = useRef<HTMLFormElement>(null);
  const [status, setStatus] = useState<FormStatus>(isConfirmation ? 'sent' : 'editing');
  const [errors, setErrors] = useState<readonly FormError[]>(result?.errors ?? []);
  // State belongs to the last render: two clicks in one frame would both see "editing".
  const isBusy = useRef(isConfirmation);
  const become = (next: FormStatus) => {
    isBusy.current = next !== 'editing';
    setStatus(next);
  };

  const [invalid, setInvalid] = useState<readonly string[]>(contactFields);
  const fieldErrors = errors.filter((error) => error.kind === 'problem' && invalid.includes(error.field));

  const keepDraft = () => {
    const form = formRef.current;
    if (!form) return;
    saveDraft(form, suggestedSubject);
    // The list of errors stays as it was read out; only the fields' own marks go.
    if (errors.length > 0) setInvalid(checkMessage(readForm(new FormData(form))).map(fieldOf));
  };

  // After the first render, so that hydration finds the fields as the server rendered them.
  useEffect(() => {
    if (!formRef.current) return;
    if (isConfirmation) {
      forgetMessage();
    } else {
      if (result) rememberKey(formRef.current, result.values, result.key);
      else restoreDraft(formRef.current);
      // Includes what was typed before the scripts arrived, and what came back from a plain form post.
      saveDraft(formRef.current, suggestedSubject);
    }
  }, [isConfirmation, result, suggestedSubject]);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy.current) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    const message = readForm(data);
    const problems = checkMessage(message);
    setErrors(problems);
    setInvalid(contactFields);
    if (problems.length > 0) return;

    become('sending');
    const failures = await sendMessage(api, {
      message,
      language,
      key: keyOf(form, message),
      website: readHoneypot(data),
      elapsed: await waitForFillTime(),
      onRetry: () => become('retrying'),
    });
    clearHoneypot(form);
    setErrors(failures);
    if (failures.length > 0) {
      become('editing');
    } else {
      forgetMessage();
      become('sent');
    }
  };

  const writeAnother = (event: MouseEvent) => {
    // The confirmation of a plain post knows no name: its link loads the page.
    const form = formRef.current;
    if (isConfirmation || !form) return;
    event.preventDefault();
    const subject = controlOf(form, 'subject');
    subject.value = suggestedSubject;
    subject.focus();
    controlOf(form, 'message').value = '';
    keepDraft();
    become('editing');
  };

  return { formRef, status, errors, fieldErrors, begin: api.prepare, keepDraft, submit, writeAnother };
}

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
