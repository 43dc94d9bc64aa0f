import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { DirectionArrow } from '../links/links.tsx';
import { directionOf, type LinkProps, PageLink } from '../links/PageLink.tsx';
import styles from './Button.module.css';

/** How a button or a link that looks like one appears. */
interface ButtonLook {
  /** Primary: the one action that matters, with a lit window at its end. */
  readonly variant?: 'primary' | 'secondary' | undefined;
  readonly size?: 'regular' | 'small' | undefined;
  /** Takes the whole width, with label and icon at its ends. */
  readonly wide?: boolean | undefined;
  /** Replaces the arrow in the lit window. */
  readonly icon?: ReactNode;
  readonly className?: string | undefined;
}

type ButtonProps = ButtonLook &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & { readonly children: ReactNode };

/** A control that does something here. To go somewhere, use `ButtonLink`. */
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

type ButtonLinkProps = LinkProps &
  ButtonLook & {
    /** Adds an arrow to a secondary one. */
    readonly arrow?: boolean | undefined;
  };

/** A link that looks like a button. */
export function ButtonLink({ variant, size, wide, icon, arrow, className, children, ...link }: ButtonLinkProps) {
  const look: ButtonLook = { variant, size, wide, className };
  const directionArrow = <DirectionArrow direction={directionOf(link)} />;
  return (
    <PageLink {...link} className={buttonClass(look)}>
      <ButtonFace {...look} icon={icon ?? directionArrow}>
        {children}
      </ButtonFace>
      {arrow && variant === 'secondary' && directionArrow}
    </PageLink>
  );
}

/** The label and, on a primary button, the lit window. */
function ButtonFace({
  variant = 'primary',
  icon = <DirectionArrow direction="on" />,
  children,
}: ButtonLook & { readonly children: ReactNode }) {
  return (
    <>
      <span>{children}</span>
      {variant === 'primary' && (
        <span className={styles.tile} aria-hidden="true">
          {icon}
        </span>
      )}
    </>
  );
}

function buttonClass({ variant = 'primary', size = 'regular', wide, className }: ButtonLook): string {
  return classNames(styles.button, styles[variant], size === 'small' && styles.small, wide && styles.wide, className);
}
