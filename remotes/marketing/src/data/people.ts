import type { SocialNetwork } from '@site/shared';
import { type Fact, sample } from '@site/shared/facts.ts';

/** The networks that everyone of the team has a profile on, in the order in which they are shown. */
export const socialNetworks = ['linkedin', 'github'] as const satisfies readonly SocialNetwork[];

/** A member of the team. */
export interface Person {
  /** Names the role in the catalogues, and the drawn portrait. */
  readonly role: 'founder' | 'dataManager' | 'seoManager' | 'webDeveloper';
  readonly name: Fact;
  /**
   * A photograph in place of the drawn portrait, cropped into the window: `import photo from './photos/ada.webp'`. Upright, the
   * face in the upper half, 480 pixels wide or more. A sample, or nothing, shows the drawing.
   */
  readonly photo?: Fact;
  readonly profiles: Readonly<Record<SocialNetwork, string>>;
}

/** The team. Names, profiles and portraits are samples, to be replaced before publication. */
export const people: readonly Person[] = [
  {
    role: 'founder',
    name: sample('Théo Vasseur'),
    photo: sample('the drawn portrait of Théo Vasseur'),
    profiles: {
      linkedin: 'https://www.linkedin.com/in/theo-vasseur-example',
      github: 'https://github.com/theo-vasseur-example',
    },
  },
  {
    role: 'dataManager',
    name: sample('Ngozi Adeyemi'),
    photo: sample('the drawn portrait of Ngozi Adeyemi'),
    profiles: {
      linkedin: 'https://www.linkedin.com/in/ngozi-adeyemi-example',
      github: 'https://github.com/ngozi-adeyemi-example',
    },
  },
  {
    role: 'seoManager',
    name: sample('Marta Puig'),
    photo: sample('the drawn portrait of Marta Puig'),
    profiles: {
      linkedin: 'https://www.linkedin.com/in/marta-puig-example',
      github: 'https://github.com/marta-puig-example',
    },
  },
  {
    role: 'webDeveloper',
    name: sample('Kenji Morel'),
    photo: sample('the drawn portrait of Kenji Morel'),
    profiles: {
      linkedin: 'https://www.linkedin.com/in/kenji-morel-example',
      github: 'https://github.com/kenji-morel-example',
    },
  },
];
