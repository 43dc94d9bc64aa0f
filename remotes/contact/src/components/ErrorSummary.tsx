import { Alert, List } from '@site/shared';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormError } from '../form/formError.ts';
import { useErrorText } from '../form/useErrorText.ts';
import { ErrorLink } from './ErrorLink.tsx';

/** The list of what went wrong, above the first field. It takes the focus whenever a submit fills it. */
export function ErrorSummary({ errors }: { readonly errors: readonly FormError[] }) {
  const { t } = useTranslation('contact');
  const errorText = useErrorText();
  const heading = useRef<HTMLHeadingElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each submit makes a new list, even with the same lines
  useEffect(() => heading.current?.focus(), [errors]);

  return (
    <Alert tone="error" title={t('contact.form.errors')} headingRef={heading}>
      <List>
        {errors.map((error, index) => (
          // Two fields may be refused in the same words.
          <li key={index}>
            {error.kind === 'failure' ? (
              errorText(error)
            ) : (
              <ErrorLink field={error.field}>{errorText(error)}</ErrorLink>
            )}
          </li>
        ))}
      </List>
    </Alert>
  );
}
