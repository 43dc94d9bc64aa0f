import { brand } from '@site/company/brand.ts';
import type { Check } from './Check.ts';
import { readFiles } from './sources.ts';

/** Whether a file may name the product: facts about the company are data. */
const isData = (path: string) => /^shared\/company\/|\/data\//.test(path);

/** Only data files name the product, so that it can be renamed in one place. */
export const brandName: Check = {
  name: 'brand',
  run: async () => {
    const files = readFiles(
      '{shared,api,shell,remotes,platform}/**/*.{ts,tsx,css,mjs,cjs}',
      '*.ts',
      '**/locales/*.json',
    );
    const name = brand.product.toLowerCase();
    const named = [...files].filter(([path, text]) => !isData(path) && text.toLowerCase().includes(name));
    return named.map(
      ([path]) => `${path}: names the brand; take the name from shared/company/brand.ts, or {{product}} in texts`,
    );
  },
};
