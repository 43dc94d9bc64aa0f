import { type LinkTarget, List, PageLink } from '@site/shared';
import { ArrowUpRight } from 'lucide-react';
import styles from './FooterColumn.module.css';
import { useIsThere } from './goneRemotes.ts';

interface FooterColumnProps {
  readonly title: string;
  readonly links: readonly { readonly text: string; readonly target: LinkTarget }[];
}

/** A titled list of links. Those that open a new tab carry the arrow that leaves the site. */
export function FooterColumn({ title, links }: FooterColumnProps) {
  const isThere = useIsThere();
  const there = links.filter(({ target }) => !('page' in target) || isThere(target.page));
  if (there.length === 0) return null;
  return (
    <div>
      <h2 className={styles.title}>{title}</h2>
      <List>
        {there.map(({ text, target }) => (
          <li key={text}>
            <PageLink {...target} className={styles.link}>
              <span className={styles.text}>{text}</span>
              {target.newTab && <ArrowUpRight aria-hidden="true" size={16} strokeWidth={2} />}
            </PageLink>
          </li>
        ))}
      </List>
    </div>
  );
}
