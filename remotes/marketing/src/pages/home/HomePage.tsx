import { Section, SectionHead } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { PlanList } from '../../components/PlanList.tsx';
import { Features } from './Features.tsx';
import { Claims, Hero } from './Hero.tsx';
import { Partners } from './Partners.tsx';
import { Questions } from './Questions.tsx';
import { Reasons } from './Reasons.tsx';
import { Statistics } from './Statistics.tsx';
import { Testimonial } from './Testimonial.tsx';

/** The home page. */
export function HomePage() {
  return (
    <>
      <Hero />
      <Claims />
      <Partners />
      <Features />
      <Reasons />
      <Statistics />
      <Testimonial />
      <Plans />
      <Questions />
    </>
  );
}

const titleId = 'plans-title';

/** The three plans, each leading to the pricing page. */
function Plans() {
  const { t } = useTranslation('marketing');
  return (
    <Section tone="band" labelledBy={titleId}>
      <SectionHead id={titleId} title={t('home.plans.title')} lead={t('home.plans.lead')} />
      <PlanList to="pricing" labelOf={(plan) => t('home.plans.see', { plan })} headingLevel={3} />
    </Section>
  );
}
