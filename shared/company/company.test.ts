import { expect, test } from '@rstest/core';
import type { Company } from '@site/shared/contract/company.ts';
import * as brand from './brand.ts';
import * as card from './card.ts';
import * as drawings from './drawings/index.ts';
import * as outage from './drawings/outage.ts';
import * as faces from './fonts/faces.ts';
import * as legal from './legal.ts';
import * as drawn from './logo/drawn.ts';
import * as logo from './logo/index.ts';
import * as offices from './offices.ts';
import * as organization from './organization.ts';
import * as parts from './parts.ts';
import tokens from './tokens.json' with { type: 'json' };

/** The compiler checks here that the company states everything that the platform imports. */
const company = {
  'brand.ts': brand,
  'card.ts': card,
  'drawings/index.ts': drawings,
  'drawings/outage.ts': outage,
  'fonts/faces.ts': faces,
  'legal.ts': legal,
  'logo/drawn.ts': drawn,
  'logo/index.ts': logo,
  'offices.ts': offices,
  'organization.ts': organization,
  'parts.ts': parts,
} satisfies Company;

test('what programs draw of the logo has no colours but the tokens', () => {
  for (const [name, svg] of Object.entries(company['logo/drawn.ts'].drawnLogo)) {
    const colours = [...svg.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, colour = '']) => colour);
    expect(colours.length, name).toBeGreaterThan(0);
    for (const colour of colours)
      expect(
        Object.keys(tokens.color).map((token) => `var(--${token})`),
        name,
      ).toContain(colour);
  }
});
