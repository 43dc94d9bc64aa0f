/** The checks of the whole site, besides those that every remote has. */
import { brandName } from './brandName.ts';
import type { Check } from './Check.ts';
import { dependencies, errorCodes, links } from './documentation.ts';
import { owner } from './owner.ts';
import { unused } from './programs.ts';
import { tokens } from './tokens.ts';

export const siteChecks: readonly Check[] = [unused, dependencies, errorCodes, links, tokens, brandName];

/** Checks that find what only the owner can know: they fail until the site goes live, and run only when they are named. */
export const onDemand: readonly Check[] = [owner];
