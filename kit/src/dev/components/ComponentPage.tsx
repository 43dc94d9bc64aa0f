import { Logo } from '@site/shared';
import { Accordions } from './groups/Accordions.tsx';
import { Alerts } from './groups/Alerts.tsx';
import { Badges } from './groups/Badges.tsx';
import { Buttons } from './groups/Buttons.tsx';
import { Cards } from './groups/Cards.tsx';
import { Drawings } from './groups/Drawings.tsx';
import { Fields } from './groups/Fields.tsx';
import { Links } from './groups/Links.tsx';
import { Media } from './groups/Media.tsx';
import { Navigation } from './groups/Navigation.tsx';
import { Sections } from './groups/Sections.tsx';
import { Type } from './groups/Type.tsx';
import { Waiting } from './groups/Waiting.tsx';
import { Theme } from './sheet/Theme.tsx';

const groups = [
  Buttons,
  Links,
  Navigation,
  Badges,
  Waiting,
  Fields,
  Alerts,
  Accordions,
  Cards,
  Media,
  Type,
  Sections,
  Drawings,
];

/** All components twice, side by side: at the left by day, at the right by night. */
export function ComponentPage() {
  return (
    <main className="sheet">
      {(['light', 'dark'] as const).map((theme) => (
        <Theme key={theme} theme={theme}>
          <header className="sheet-head">
            <Logo />
            <p>Components and their states, {theme}</p>
          </header>
          {groups.map((Group) => (
            <Group key={Group.name} />
          ))}
        </Theme>
      ))}
    </main>
  );
}
