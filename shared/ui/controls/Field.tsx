import { CircleAlert } from 'lucide-react';
import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';
import { classNames } from '../classNames.ts';
import styles from './Field.module.css';

type ControlAttributes = Pick<
  InputHTMLAttributes<HTMLInputElement> & TextareaHTMLAttributes<HTMLTextAreaElement>,
  'autoComplete' | 'defaultValue' | 'disabled' | 'maxLength' | 'required'
>;

/** A value that a field offers. */
export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

interface FieldProps extends ControlAttributes {
  /** Name in the form; the ids derive from it. */
  readonly name: string;
  readonly label: string;
  /** What is expected, above the field. */
  readonly hint?: string | undefined;
  /** What is wrong, below the field. */
  readonly error?: string | undefined;
  readonly multiline?: boolean | undefined;
  readonly type?: 'text' | 'email' | 'tel' | 'date' | 'search' | undefined;
  /** What to choose from, instead of typing. */
  readonly options?: readonly FieldOption[] | undefined;
  readonly className?: string | undefined;
}

/** The id of a field's control, for links to it. */
export function fieldId(name: string): string {
  return `field-${name}`;
}

/** An uncontrolled form control with label, hint and error. */
export function Field({
  name,
  label,
  hint,
  error,
  multiline,
  type = 'text',
  options,
  className,
  ...control
}: FieldProps) {
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
  const controlOf = (): ReactNode => {
    if (multiline) return <textarea {...shared} />;
    if (!options) return <input {...shared} type={type} />;
    return (
      <select {...shared}>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    );
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
      {controlOf()}
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

interface FieldErrorProps {
  /** The control's `aria-describedby` names it. */
  readonly id: string;
  readonly children: string;
}

/** What is wrong with a control, below it. */
export function FieldError({ id, children }: FieldErrorProps) {
  return (
    <p id={id} className={styles.error}>
      <CircleAlert aria-hidden="true" />
      {children}
    </p>
  );
}
