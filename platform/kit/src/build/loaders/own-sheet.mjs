import { outreachesIn } from '../bundles/containedStyles.ts';
import { withQuickFonts } from '../bundles/fontFaces.ts';
import { packageIn } from '../bundles/packageIn.ts';
import { pathFromRoot } from '../bundles/project.ts';
import cssLayer from './css-layer.mjs';

/**
 * Rspack loader: puts a sheet that a remote brings into a cascade layer, and refuses what reaches outside of the remote.
 *
 * @this {import('@rspack/core').LoaderContext<{ layer: string, order?: string }>}
 * @param {string} css
 */
export default function ownSheet(css) {
  const { order } = this.getOptions();
  const [found] = outreachesIn(css, this.resourcePath);
  if (found !== undefined) {
    const from = packageIn(this.resourcePath);
    const advice =
      from === undefined ? '' : `, in a copy of the sheet among your sources: ${from} can’t know this site`;
    throw new Error(`BUILD-STYLE ${pathFromRoot(this.resourcePath)}:${found.line}: ${found.reason}${advice}.`);
  }
  const layered = cssLayer.call(this, withQuickFonts(css, this.resourcePath));
  return order === undefined ? layered : layered.replace(/(?=@layer )/, `@layer ${order}; `);
}
