import { readFileSync } from 'node:fs';
import { outreachesIn, preflightIn } from '../bundles/containedStyles.ts';
import { withQuickFonts } from '../bundles/fontFaces.ts';
import { packageIn } from '../bundles/packageIn.ts';
import { partOf, withScopedProperties } from '../bundles/scopedProperties.ts';
import { pathFromRoot } from '../project.ts';
import cssLayer from './css-layer.mjs';

/**
 * Rspack loader: puts a sheet that a remote brings into a cascade layer, and refuses what reaches outside of the remote.
 *
 * @this {import('@rspack/core').LoaderContext<{ layer: string, order?: string, generatedFor?: string }>}
 * @param {string} css
 */
export default function ownSheet(css) {
  const { order, generatedFor } = this.getOptions();
  const sheet = generatedFor === undefined ? css : generatedSheet(css, this.resourcePath, generatedFor);
  // The remote's own part of the page counts as contained, like an element with one of its classes.
  const checked = generatedFor === undefined ? sheet : sheet.replaceAll(partOf(generatedFor), '.own');
  const [found] = outreachesIn(checked, this.resourcePath);
  if (found !== undefined) {
    const from = packageIn(this.resourcePath);
    const advice =
      from === undefined ? '' : `, in a copy of the sheet among your sources: ${from} can’t know this site`;
    throw refused(this.resourcePath, found.line, `${found.reason}${advice}`);
  }
  const layered = cssLayer.call(this, withQuickFonts(sheet, this.resourcePath));
  return order === undefined ? layered : layered.replace(/(?=@layer )/, `@layer ${order}; `);
}

/**
 * A sheet that the team's PostCSS has made.
 *
 * @param {string} css
 * @param {string} file
 * @param {string} app
 */
function generatedSheet(css, file, app) {
  // The team can change its source, so errors name the line there.
  const source = readFileSync(file, 'utf8');
  const [found] = preflightIn(source, file);
  if (found !== undefined) throw refused(file, found.line, found.reason);
  const { sheet, taken } = withScopedProperties(css, app, file);
  if (taken === undefined) return sheet;
  const line = 1 + source.split('\n').findIndex((text) => text.includes(taken));
  throw refused(
    file,
    Math.max(1, line),
    `"${taken}" is a token of the site, which its components inside of your page read, too. Give yours another name, or with Tailwind all of them a prefix: @import 'tailwindcss/theme' prefix(tw)`,
  );
}

/**
 * @param {string} file
 * @param {number} line
 * @param {string} reason
 */
function refused(file, line, reason) {
  return new Error(`BUILD-STYLE ${pathFromRoot(file)}:${line}: ${reason}.`);
}
