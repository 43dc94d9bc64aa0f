import { Badge, useLanguage } from '@site/shared';
import { isSample } from '../../facts.ts';
import { uiMessages } from '../messages/messages.ts';

interface SampleMarkProps {
  readonly of: readonly unknown[];
  readonly className?: string | undefined;
}

/** Marks content as a sample that the owner still has to replace. Renders nothing for real content. */
export function SampleMark({ of, className }: SampleMarkProps) {
  const language = useLanguage();
  if (!of.some(isSample)) return null;
  return (
    <Badge tone="sample" className={className}>
      {uiMessages[language].sample}
    </Badge>
  );
}
