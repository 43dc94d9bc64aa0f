import { useApi, useLanguage } from '@site/shared';
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { forgetDraft, restoreDraft, saveDraft } from './draft.ts';
import { afterFillTime } from './fillTime.ts';
import type { FormError } from './formError.ts';
import type { FormResult } from './formResult.ts';
import { forgetKey, keyOf, rememberKey } from './key.ts';
import { checkMessage, readMessage, sendMessage } from './message.ts';
import { emptyTrap, readTrap } from './trap.ts';

/** Where the message is on its way. */
export type FormStatus = 'editing' | 'sending' | 'retrying' | 'sent';

/** The life of the contact form: its draft, its errors and the sending of its message. */
interface ContactFormState {
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly status: FormStatus;
  readonly errors: readonly FormError[];
  /** The visitor has come to the form. */
  readonly begin: () => void;
  readonly keepDraft: () => void;
  readonly submit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
}

/** Drives the contact form, from what the server's answer to a plain form post has left of it. */
export function useContactForm(result: FormResult | undefined, isConfirmation: boolean): ContactFormState {
  const api = useApi();
  const language = useLanguage();
  const formRef = useRef<HTMLFormElement>(null);
  const [status, setStatus] = useState<FormStatus>(isConfirmation ? 'sent' : 'editing');
  const [errors, setErrors] = useState<readonly FormError[]>(result?.errors ?? []);
  // The state is that of the last render: two clicks in one frame would both see "editing".
  const isBusy = useRef(isConfirmation);

  const keepDraft = () => {
    if (formRef.current) saveDraft(formRef.current);
  };

  // After the first render, so that hydration finds the fields as the server has written them.
  useEffect(() => {
    if (!formRef.current) return;
    if (isConfirmation) {
      forgetDraft();
      forgetKey();
    } else {
      if (result) rememberKey(result.values, result.key);
      else restoreDraft(formRef.current);
      // Also keeps what was typed before the scripts arrived, and what came back from a plain form post.
      saveDraft(formRef.current);
    }
  }, [isConfirmation, result]);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy.current) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    const message = readMessage(data);
    const problems = checkMessage(message);
    setErrors(problems);
    if (problems.length > 0) return;

    isBusy.current = true;
    setStatus('sending');
    const failures = await sendMessage(api, {
      message,
      language,
      key: keyOf(message),
      website: readTrap(data),
      elapsed: await afterFillTime(),
      onRetry: () => setStatus('retrying'),
    });
    const hasArrived = failures.length === 0;
    if (hasArrived) {
      forgetDraft();
      forgetKey();
    }
    emptyTrap(form);
    isBusy.current = hasArrived;
    setErrors(failures);
    setStatus(hasArrived ? 'sent' : 'editing');
  };

  return { formRef, status, errors, begin: api.prepare, keepDraft, submit };
}
