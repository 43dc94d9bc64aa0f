import { definePage, PageNotFoundError } from '@site/shared';
import { type Kite, kites } from '../../kites.ts';
import { strings } from '../../strings.ts';
import { RangePage } from './RangePage.tsx';

export default definePage<readonly Kite[]>({
  component: RangePage,
  strings: strings(['range']),
  load: async ({ params }) => {
    const found = kites.filter(({ range }) => range === params.range);
    if (found.length === 0) throw new PageNotFoundError(`the range ${params.range}`);
    return found;
  },
});
