import { ButtonFace } from '../Button/ButtonFace.tsx';
import { type ButtonLook, buttonClass } from '../Button/buttonLook.ts';
import { DirectionArrow } from '../links/DirectionArrow.tsx';
import { directionOf } from '../links/LinkTarget.ts';
import { type LinkProps, PageLink } from '../links/PageLink.tsx';

/** Properties of a link that looks like a button. */
export type ButtonLinkProps = LinkProps &
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
