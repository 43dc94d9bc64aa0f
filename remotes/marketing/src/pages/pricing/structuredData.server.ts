import { currencyCodes, planIds, plans } from '@site/company/plans.ts';
import { type DescribeStructuredData, type JsonLdNode, pathOf } from '@site/shared';

/** Unit code of a month, by UN/CEFACT recommendation 20. */
const month = 'MON';

/** The plans, each with its price for a month. */
const structuredData: DescribeStructuredData = (_data, translate, { language, absolute, organization }) => {
  const url = absolute(pathOf('pricing', language));
  const priceCurrency = currencyCodes[translate('plans.currencySymbol')];
  const offerOf = (price: number): JsonLdNode => ({
    '@type': 'Offer',
    url,
    price,
    priceCurrency,
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price,
      priceCurrency,
      unitCode: month,
      // As the note below the plans says.
      valueAddedTaxIncluded: false,
    },
  });
  return {
    mainEntity: planIds.map((id) => ({
      '@type': 'Service',
      name: translate(`plans.${id}.name`),
      description: translate(`plans.${id}.description`),
      provider: organization,
      offers: offerOf(plans[id].monthlyPrice),
    })),
  };
};

export default structuredData;
