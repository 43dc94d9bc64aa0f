import { fieldId } from '@site/shared';
import { ticked } from '@site/shared/contract/form/fields.ts';
import { CircleAlert } from 'lucide-react';
import styles from './Checkbox.module.css';

export interface CheckboxProps {
  /** Name in the form; the ids derive from it. */
  readonly name: string;
  readonly label: string;
  /** More about it; an empty one isn't shown. */
  readonly hint: string;
  /** What is wrong, below the box. */
  readonly error: string | undefined;
  readonly required: boolean;
  readonly defaultValue: string | undefined;
  readonly className: string | undefined;
}

/** An uncontrolled box to tick, with its label beside it. A click on the label counts. */
export function Checkbox({ name, label, hint, error, required, defaultValue, className }: CheckboxProps) {
  const id = fieldId(name);
  const described = [hint && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label className={styles.label}>
        <input
          type="checkbox"
          id={id}
          name={name}
          className={styles.box}
          value={ticked}
          defaultChecked={defaultValue === ticked}
          required={required}
          aria-describedby={described || undefined}
          aria-invalid={error === undefined ? undefined : true}
        />
        <span>
          {label}
          {required && (
            <span className={styles.asterisk} aria-hidden="true">
              {' *'}
            </span>
          )}
        </span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error}>
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  );
}
