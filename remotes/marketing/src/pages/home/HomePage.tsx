import { Claims } from './Claims.tsx';
import { Features } from './Features.tsx';
import { Hero } from './Hero.tsx';
import { Partners } from './Partners.tsx';
import { Plans } from './Plans.tsx';
import { Questions } from './Questions.tsx';
import { Reasons } from './Reasons.tsx';
import { Statistics } from './Statistics.tsx';
import { Testimonial } from './Testimonial.tsx';

/** The home page: a walk down the street, from the first house to the questions asked on the doorstep. */
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
