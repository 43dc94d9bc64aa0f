import { definePage } from '@site/shared';
import { strings } from '../../strings.ts';
import { PricingPage } from './PricingPage.tsx';
import structuredData from './structuredData.server.ts';

export default definePage({
  component: PricingPage,
  strings: strings(['pricing', 'plans']),
  structuredData,
});
