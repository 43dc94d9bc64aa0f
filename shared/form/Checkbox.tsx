import { FieldError, fieldId } from '@site/shared';
import { ticked } from '@site/shared/contract/form/fields.ts';
import styles from './Checkbox.module.css';

export interface CheckboxProps {
  /** Name in the form; the ids derive from it. */
  readonly name: string;
  readonly label: string;
  /** More about it, below the label. */
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
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
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
          aria-describedby={error === undefined ? hintId : `${hintId} ${errorId}`}
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
      <p id={hintId} className={styles.hint}>
        {hint}
      </p>
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}
