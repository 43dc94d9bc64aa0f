import type { ReactNode } from 'react';

interface GroupProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Components of a kind. */
export function Group({ title, children }: GroupProps) {
  return (
    <section className="group">
      <h2 className="group-title">{title}</h2>
      <div className="specimens">{children}</div>
    </section>
  );
}
