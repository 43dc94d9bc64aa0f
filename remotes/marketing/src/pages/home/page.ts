import { definePage } from '@site/shared';
import { strings } from '../../strings.ts';
import { HomePage } from './HomePage.tsx';
import structuredData from './structuredData.server.ts';

export default definePage({
  component: HomePage,
  strings: strings(['home', 'plans', 'support']),
  structuredData,
});
