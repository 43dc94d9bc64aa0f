import { limits, useApi, useLanguage } from '@site/shared';
import {
  type ContactFormResult,
  checkMessage,
  type FormError,
  readForm,
  sendMessage,
} from '@site/shared/contract/contact/form.ts';
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { forgetMessage, keyOf, rememberKey, restoreDraft, saveDraft } from './draft.ts';
import { clearHoneypot, readHoneypot } from './Honeypot.tsx';

type FormStatus = 'editing' | 'sending' | 'retrying' | 'sent';

interface ContactFormState {
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly status: FormStatus;
  readonly errors: readonly FormError[];
  /** Call when the visitor starts to use the form. */
  readonly begin: () => void;
  readonly keepDraft: () => void;
  readonly submit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
}

/** State and behaviour of the contact form: draft, errors and sending. It starts from the answer to a plain form post, if any. */
export function useContactForm(result: ContactFormResult | undefined, isConfirmation: boolean): ContactFormState {
  const api = useApi();
  const language = useLanguage();
  const formRef = useRef<HTMLFormElement>(null);
  const [status, setStatus] = useState<FormStatus>(isConfirmation ? 'sent' : 'editing');
  const [errors, setErrors] = useState<readonly FormError[]>(result?.errors ?? []);
  // State belongs to the last render: two clicks in one frame would both see "editing".
  const isBusy = useRef(isConfirmation);

  const keepDraft = () => {
    if (formRef.current) saveDraft(formRef.current);
  };

  // After the first render, so that hydration finds the fields as the server rendered them.
  useEffect(() => {
    if (!formRef.current) return;
    if (isConfirmation) {
      forgetMessage();
    } else {
      if (result) rememberKey(result.values, result.key);
      else restoreDraft(formRef.current);
      // Includes what was typed before the scripts arrived, and what came back from a plain form post.
      saveDraft(formRef.current);
    }
  }, [isConfirmation, result]);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy.current) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    const message = readForm(data);
    const problems = checkMessage(message);
    setErrors(problems);
    if (problems.length > 0) return;

    isBusy.current = true;
    setStatus('sending');
    const failures = await sendMessage(api, {
      message,
      language,
      key: keyOf(message),
      website: readHoneypot(data),
      elapsed: await waitForFillTime(),
      onRetry: () => setStatus('retrying'),
    });
    const hasArrived = failures.length === 0;
    if (hasArrived) {
      forgetMessage();
    }
    clearHoneypot(form);
    isBusy.current = hasArrived;
    setErrors(failures);
    setStatus(hasArrived ? 'sent' : 'editing');
  };

  return { formRef, status, errors, begin: api.prepare, keepDraft, submit };
}

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
