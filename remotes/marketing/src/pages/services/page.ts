import { definePage } from '@site/shared';
import { strings } from '../../strings.ts';
import { ServicesPage } from './ServicesPage.tsx';
import structuredData from './structuredData.server.ts';

export default definePage({
  component: ServicesPage,
  strings: strings(['services', 'support']),
  structuredData,
});
