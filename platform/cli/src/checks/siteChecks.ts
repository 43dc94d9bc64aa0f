/** The checks of the whole site, besides those that every remote has. */

import type { Check } from '@site/bundling/checks/Check.ts';
import { company } from '@site/bundling/checks/company.ts';
import { dependencies } from '@site/bundling/checks/dependencies.ts';
import { errorCodes, links } from '@site/bundling/checks/documentation.ts';
import { languagesCheck } from '@site/bundling/checks/languages.ts';
import { owner } from '@site/bundling/checks/owner.ts';
import { unused } from '@site/bundling/checks/programs.ts';
import { tokens } from '@site/bundling/checks/tokens.ts';
import { commands } from './commands/commands.ts';

export const siteChecks: readonly Check[] = [
  unused,
  dependencies,
  errorCodes,
  links,
  commands,
  tokens,
  languagesCheck,
  company,
];

/** Checks for facts that only the owner knows. They fail until the site is ready to go live, and run only when named. */
export const onDemand: readonly Check[] = [owner];
