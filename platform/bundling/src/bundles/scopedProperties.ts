import tokens from '@site/company/tokens.json' with { type: 'json' };
import type { Root, Rule } from 'postcss';
import { type DesignTokens, renderTokens } from '../tokens/generate.ts';
import { parseSheet } from './parseSheet.ts';

/** What a generated sheet gives its custom properties to: the document, or every element. */
const everywhere = /^(?:\*|:root|:host|::?(?:before|after|backdrop|file-selector-button))$/;

/** The site's own tokens, such as `--color-text`: its components read them inside of remotes, too. */
const siteTokens = new Set(renderTokens(tokens as unknown as DesignTokens).match(/--[\w-]+(?=:)/g));

/** Selects the part of a page that a remote renders. */
export const partOf = (app: string): string => `[data-remote="${app}"]`;

/** A generated sheet of a remote. */
interface ScopedSheet {
  readonly sheet: string;
  /** A token of the site that it would change in the remote. */
  readonly taken: string | undefined;
}

/**
 * A sheet that a program of the team has made, such as Tailwind: custom properties for the document, or for every element, are
 * declared for the remote's own part of the page. All else stays, and is checked as what the team writes itself.
 */
export function withScopedProperties(css: string, app: string, file: string): ScopedSheet {
  const sheet = parseSheet(css, file);
  const rules = globalProperties(sheet);
  const names = rules.flatMap(({ nodes }) => nodes.flatMap((node) => (node.type === 'decl' ? [node.prop] : [])));
  for (const rule of rules) {
    const selectors = rule.selectors.map((selector) =>
      /^:(?:root|host)$/.test(selector) ? partOf(app) : `${partOf(app)} ${selector}`,
    );
    rule.selectors = [...new Set(selectors)];
  }
  return { sheet: sheet.toString(), taken: names.find((name) => siteTokens.has(name)) };
}

function globalProperties(sheet: Root): readonly Rule[] {
  const found: Rule[] = [];
  sheet.walkRules((rule) => {
    const isGlobal = rule.selectors.every((selector) => everywhere.test(selector));
    if (isGlobal && rule.nodes.every((node) => node.type === 'decl' && node.prop.startsWith('--'))) found.push(rule);
  });
  return found;
}
