/** The checks of the whole site, besides those that every remote has. */

import type { Check } from '@site/kit/check/Check.ts';
import { unused } from '@site/kit/check/programs.ts';
import { brandName } from './brandName.ts';
import { commands } from './commands/commands.ts';
import { dependencies } from './dependencies.ts';
import { errorCodes, links } from './documentation.ts';
import { exportsCheck } from './exports/exports.ts';
import { languagesCheck } from './languages.ts';
import { owner } from './owner.ts';
import { tokens } from './tokens.ts';

export const siteChecks: readonly Check[] = [
  unused,
  exportsCheck,
  dependencies,
  errorCodes,
  links,
  commands,
  tokens,
  languagesCheck,
  brandName,
];

/** Checks for facts that only the owner knows. They fail until the site is ready to go live, and run only when named. */
export const onDemand: readonly Check[] = [owner];
