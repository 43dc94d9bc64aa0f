import { Street as Drawn } from '@site/company/drawings/index.ts';
import type { ComponentType } from 'react';
import type { StreetProps } from '../../contract/siteParts.ts';

const Drawing: ComponentType<StreetProps> | undefined = Drawn;

/** The company's wide drawing, such as its street. Decoration. Nothing where it has none. */
export function Street(props: StreetProps) {
  return Drawing ? <Drawing {...props} /> : null;
}
