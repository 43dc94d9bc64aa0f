/** How pictures are compiled: photographs into variants, drawings with the site's colours, everything else as it is. */
import type { RuleSetRule } from '@rspack/core';
import { pictureFormats } from '../pictures/formats.ts';
import { loader } from './sheets.ts';

const drawing = { test: /\.svg$/, type: 'asset/resource', use: [loader('themed-svg.mjs')] };
const hasFragment = /^#/;

const isPhotograph = /\.(?:jpe?g|png)$/i;

/**
 * The rules for pictures.
 *
 * @param asset returns the options of a file that goes into a folder, under a name if it isn't called as its source
 */
export function pictureRules(asset: (folder: string, name?: string) => { readonly filename: string }): RuleSetRule[] {
  const variants = pictureFormats.map((format) => ({
    test: isPhotograph,
    resourceQuery: new RegExp(`^\\?${format}=\\d+$`),
    type: 'asset/resource',
    use: [loader('picture-variant.mjs')],
    generator: asset('art', `[name].[contenthash:8].${format}`),
  }));
  const photograph = {
    test: isPhotograph,
    resourceQuery: /^$/,
    // `url()` in style sheets is an address.
    dependency: { not: ['url'] },
    type: 'javascript/auto',
    use: [loader('picture.mjs')],
  };
  const asItIs = { type: 'asset/resource', generator: asset('art') };
  return [
    { test: /\.(?:avif|webp|jpe?g|png)$/i, oneOf: [...variants, photograph, asItIs] },
    { ...drawing, resourceFragment: { not: hasFragment }, generator: asset('art') },
    // An address with a fragment, which selects the theme, leads to the same file, which is written only once.
    {
      ...drawing,
      resourceFragment: hasFragment,
      generator: { filename: `${asset('art').filename}[fragment]`, emit: false },
    },
  ];
}
