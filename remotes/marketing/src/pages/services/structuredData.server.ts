import { type DescribeStructuredData, pathOf } from '@site/shared';
import { serviceIds } from '../../data/services.ts';

/** The three services. What they cost is on the pricing page. */
const structuredData: DescribeStructuredData = (_data, translate, { language, absolute, organization }) => ({
  mainEntity: serviceIds.map((id) => ({
    '@type': 'Service',
    name: translate(`services.${id}.name`),
    description: translate(`services.${id}.summary`),
    url: `${absolute(pathOf('services', language))}#${id}`,
    provider: organization,
  })),
});

export default structuredData;
