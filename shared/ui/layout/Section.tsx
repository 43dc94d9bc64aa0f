import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { Heading, type HeadingLook, Lead } from '../text/text.tsx';
import containerStyles from './Container.module.css';
import sectionStyles from './Section.module.css';
import sectionHeadStyles from './SectionHead.module.css';

interface SectionProps {
  /** The background. */
  readonly tone?: 'plain' | 'band' | 'night' | undefined;
  /** Right below the page's header, with less space above. */
  readonly first?: boolean | undefined;
  /** Id of the heading that names the section. */
  readonly labelledBy?: string | undefined;
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A horizontal part of a page; a `<section>` when a heading names it. */
export function Section({ tone = 'plain', first, labelledBy, id, className, children }: SectionProps) {
  const Tag = labelledBy ? 'section' : 'div';
  return (
    <Tag
      id={id}
      aria-labelledby={labelledBy}
      className={classNames(sectionStyles.section, sectionStyles[tone], first && sectionStyles.first, className)}
    >
      <Container>{children}</Container>
    </Tag>
  );
}

interface SectionHeadProps {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** Id of the heading, for the `labelledBy` of its section. */
  readonly id?: string | undefined;
  readonly level?: 1 | 2 | 3 | undefined;
  readonly look?: HeadingLook | undefined;
  readonly align?: 'start' | 'center' | undefined;
  /** Whether there is space below. Default: true; off for a head in its own column. */
  readonly spaced?: boolean | undefined;
  readonly className?: string | undefined;
}

/** Title and lead at the top of a section. */
export function SectionHead({
  title,
  lead,
  id,
  level = 2,
  look,
  align = 'start',
  spaced = true,
  className,
}: SectionHeadProps) {
  return (
    <div
      className={classNames(
        sectionHeadStyles.head,
        sectionHeadStyles[align],
        spaced && sectionHeadStyles.spaced,
        className,
      )}
    >
      <Heading level={level} look={look} id={id}>
        {title}
      </Heading>
      {lead && <Lead>{lead}</Lead>}
    </div>
  );
}

interface ContainerProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The centred column for content. */
export function Container({ className, children }: ContainerProps) {
  return <div className={classNames(containerStyles.container, className)}>{children}</div>;
}
