import { Alert, brand, fieldId, LinkedText, List, type PageProps, type Translate } from '@site/shared';
import type { FormError } from '@site/shared/contract/form/form.ts';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import errorStyles from './ErrorSummary.module.css';

interface ErrorSummaryProps {
  readonly t: Translate;
  readonly errors: readonly FormError[];
  readonly prefixTitle: PageProps['prefixTitle'];
}

/** The error list above the first field. It takes the focus after every submit with errors. */
export function ErrorSummary({ t, errors, prefixTitle }: ErrorSummaryProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // A failure is always the only error.
  const hasFailed = errors[0]?.kind === 'failure';

  // biome-ignore lint/correctness/useExhaustiveDependencies: each submit creates a new list, even with the same lines
  useEffect(() => heading.current?.focus(), [errors]);

  // Visitors in another tab, and screen reader users who hear the title first, learn it there too.
  useEffect(() => prefixTitle?.(t('form.errorTitle')), [prefixTitle, t]);

  return (
    <Alert
      tone="error"
      // Where sending failed there is nothing to correct, but another way to write.
      title={
        hasFailed ? (
          <LinkedText text={t('form.failure', { address: brand.email })} href={`mailto:${brand.email}`} />
        ) : (
          t('form.errors')
        )
      }
      headingRef={heading}
    >
      <List>
        {errors.map((error, index) => (
          // Two fields may have the same text.
          <li key={index}>
            {error.kind === 'failure' ? (
              errorText(t, error)
            ) : (
              <ErrorLink field={error.field}>{errorText(t, error)}</ErrorLink>
            )}
          </li>
        ))}
      </List>
    </Alert>
  );
}

interface ErrorLinkProps {
  readonly field: string;
  readonly children: ReactNode;
}

/** A link from a line of the error list to its field. */
function ErrorLink({ field, children }: ErrorLinkProps) {
  const id = fieldId(field);

  // A native jump would also add an entry to the history.
  const focusField = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    document.getElementById(id)?.focus();
  };

  return (
    <a href={`#${id}`} className={errorStyles.link} onClick={focusField}>
      {children}
    </a>
  );
}

/** The text of an error in the active language. */
export function errorText(t: Translate, error: FormError): string {
  if (error.kind === 'problem') return t(`problems.${error.problem}`);
  if (error.kind === 'rejection') return error.text;
  return error.minutes ? t('form.tooManyFor', { count: error.minutes }) : t(`form.${error.reason}`);
}
