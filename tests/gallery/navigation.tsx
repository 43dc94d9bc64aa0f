import { ProgressBar } from '@site/shell/app/Site.tsx';
import { FooterColumn, SocialLinks } from '@site/shell/layout/Footer.tsx';
import { GoToTop } from '@site/shell/layout/GoToTop.tsx';
import { LanguageLinks } from '@site/shell/layout/LanguageLinks.tsx';
import { Group, Specimen } from './sheet.tsx';

const states = ['hover', 'focus-visible'] as const;

/** The parts of the shell's layout that have states. The bar and the menu themselves are on every page. */
export function Navigation() {
  return (
    <Group title="Navigation">
      <Specimen label="languages in the bar: current, others" wide>
        <LanguageLinks page="home" language="en" look="bar" />
      </Specimen>
      {states.map((state) => (
        <Specimen key={state} label={`languages in the bar, ${state}`} state={state} wide>
          <LanguageLinks page="home" language="en" look="bar" />
        </Specimen>
      ))}
      <Specimen label="languages in the menu: current, others" wide>
        <LanguageLinks page="home" language="fr" look="menu" />
      </Specimen>
      <Specimen label="progress bar, loading" wide>
        <div className="specimen-window">
          <ProgressBar active />
        </div>
      </Specimen>
      <Specimen label="go to top (scroll to see it)">
        <div className="specimen-window">
          <GoToTop />
        </div>
      </Specimen>
      {states.map((state) => (
        <Specimen key={state} label={`go to top, ${state}`} state={state}>
          <div className="specimen-window">
            <GoToTop />
          </div>
        </Specimen>
      ))}
      <Specimen label="footer: column, social links" wide>
        <FooterParts />
      </Specimen>
      {states.map((state) => (
        <Specimen key={state} label={`footer, ${state}`} state={state} wide>
          <FooterParts />
        </Specimen>
      ))}
    </Group>
  );
}

const footerLinks = [
  { text: 'About', target: { page: 'team' } },
  { text: 'Careers', target: { href: 'https://careers.example', newTab: true } },
] as const;

function FooterParts() {
  return (
    <div className="specimen-night">
      <FooterColumn title="Company" links={footerLinks} />
      <SocialLinks />
    </div>
  );
}
