import { CircleAlert } from 'lucide-react';
import type { InputHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { classNames } from '../classNames.ts';
import styles from './Field.module.css';

type ControlAttributes = Pick<
  InputHTMLAttributes<HTMLInputElement> & TextareaHTMLAttributes<HTMLTextAreaElement>,
  'autoComplete' | 'defaultValue' | 'disabled' | 'required'
>;

interface FieldProps extends ControlAttributes {
  /** Name in the form; the ids derive from it. */
  readonly name: string;
  readonly label: string;
  /** What is expected, above the field. */
  readonly hint?: string | undefined;
  /** What is wrong, below the field. */
  readonly error?: string | undefined;
  readonly multiline?: boolean | undefined;
  readonly type?: 'text' | 'email' | 'tel' | undefined;
  readonly className?: string | undefined;
}

/** The id of a field's control, for links to it. */
export function fieldId(name: string): string {
  return `field-${name}`;
}

/** An uncontrolled form control with label, hint and error. */
export function Field({ name, label, hint, error, multiline, type = 'text', className, ...control }: FieldProps) {
  const id = fieldId(name);
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = classNames(hint !== undefined && hintId, error !== undefined && errorId);
  const shared = {
    ...control,
    id,
    name,
    className: styles.control,
    'aria-describedby': described || undefined,
    'aria-invalid': error === undefined ? undefined : true,
  };
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {control.required && (
          <span className={styles.asterisk} aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      {hint !== undefined && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {multiline ? <textarea {...shared} /> : <input {...shared} type={type} />}
      {error !== undefined && (
        <p id={errorId} className={styles.error}>
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  );
}
