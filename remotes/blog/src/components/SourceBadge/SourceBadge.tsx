import { Badge, youtubeType } from '@site/shared';
import { Play } from 'lucide-react';
import type { ReactNode } from 'react';

/** Where an article comes from. Videos stand out, with a play sign. */
export function SourceBadge({ type, children }: { readonly type: string; readonly children: ReactNode }) {
  if (type !== youtubeType) return <Badge tone="neutral">{children}</Badge>;
  return (
    <Badge tone="accent" icon={<Play aria-hidden="true" />}>
      {children}
    </Badge>
  );
}
