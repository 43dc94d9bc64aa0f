import { Badge } from '@site/shared';
import { isSample } from '@site/shared/facts.ts';
import { useTranslation } from 'react-i18next';

/** Says that what stands here is a sample, which the owner has still to replace; nothing when none of it is. */
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
