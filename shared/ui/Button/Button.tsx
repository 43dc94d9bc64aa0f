import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { ButtonFace } from './ButtonFace.tsx';
import { type ButtonLook, buttonClass } from './buttonLook.ts';

type ButtonAttributes = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'>;

/** Properties of a button: its look, and a button's attributes. */
export type ButtonProps = ButtonLook & ButtonAttributes & { readonly children: ReactNode };

/** A control that does something here. For going somewhere, see `ButtonLink`. */
export function Button({
  variant,
  size,
  wide,
  icon,
  className,
  type = 'button',
  children,
  ...attributes
}: ButtonProps) {
  const look: ButtonLook = { variant, size, wide, icon, className };
  return (
    <button {...attributes} type={type} className={buttonClass(look)}>
      <ButtonFace {...look}>{children}</ButtonFace>
    </button>
  );
}
