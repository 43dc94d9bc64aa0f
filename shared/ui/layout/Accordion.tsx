import { Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './Accordion.module.css';

interface AccordionItem {
  readonly id: string;
  readonly question: ReactNode;
  readonly answer: ReactNode;
}

interface AccordionProps {
  readonly items: readonly AccordionItem[];
  /** Level of the questions in the outline of the page. */
  readonly level?: 2 | 3 | undefined;
  readonly className?: string | undefined;
}

/** Questions with answers to open, the first one open. Native `<details>`, which needs no script. */
export function Accordion({ items, level = 3, className }: AccordionProps) {
  const Tag = `h${level}` as const;
  return (
    <div className={classNames(styles.accordion, className)}>
      {items.map(({ id, question, answer }, index) => (
        <details key={id} id={id} className={styles.item} open={index === 0}>
          <summary className={styles.summary}>
            <Tag className={styles.question}>{question}</Tag>
            <span className={styles.sign} aria-hidden="true">
              <Plus className={styles.plus} />
              <Minus className={styles.minus} />
            </span>
          </summary>
          <div className={styles.answer}>{answer}</div>
        </details>
      ))}
    </div>
  );
}
