import { Badge } from '@site/shared';
import { isSample } from '@site/shared/facts.ts';
import { useTranslation } from 'react-i18next';

/** Marks content as a sample that the owner still has to replace. Renders nothing for real content. */
export function SampleMark({
  of,
  className,
}: {
  readonly of: readonly unknown[];
  readonly className?: string | undefined;
}) {
  const { t } = useTranslation('marketing');
  if (!of.some(isSample)) return null;
  return (
    <Badge tone="accent" className={className}>
      {t('samples.mark')}
    </Badge>
  );
}
