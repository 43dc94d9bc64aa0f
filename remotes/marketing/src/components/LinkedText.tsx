import { type LinkTarget, TextLink } from '@site/shared';

type LinkedTextProps = LinkTarget & {
  /** A sentence whose link stands in brackets, so that translators see it whole: `Write to [our team].` */
  readonly text: string;
};

/** A sentence with a link in it. */
export function LinkedText({ text, ...target }: LinkedTextProps) {
  const [before, label, after] = text.split(/[[\]]/);
  return (
    <>
      {before}
      <TextLink {...target}>{label}</TextLink>
      {after}
    </>
  );
}
