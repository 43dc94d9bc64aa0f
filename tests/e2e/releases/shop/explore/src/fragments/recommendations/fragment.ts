import { defineFragment } from '@site/shared';
import { fitting, type Kite } from '../../kites.ts';
import { strings } from '../../strings.ts';
import { Recommendations } from './Recommendations.tsx';

export default defineFragment<readonly Kite[], { readonly skus: string }>({
  component: Recommendations,
  strings: strings(['recommendations']),
  load: async ({ props: { skus = '' } }) => fitting(skus),
});
