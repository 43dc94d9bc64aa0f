import { brand } from '@site/shared/site.ts';
import type { Check } from './Check.ts';
import { readFiles } from './sources/files.ts';

/** Where facts about the company are written down. */
const isData = (path: string) => /^shared\/site\.ts$|\/data\//.test(path);

/** The product's name is written in data files and nowhere else: everything can be renamed at once. */
export const brandName: Check = {
  name: 'brand',
  run: async () => {
    const files = readFiles(
      '{shared,releases,http,api,shell,remotes,server,kit}/**/*.{ts,tsx,css,mjs,cjs}',
      '*.ts',
      '**/locales/*.json',
    );
    const name = brand.product.toLowerCase();
    const named = [...files].filter(([path, text]) => !isData(path) && text.toLowerCase().includes(name));
    return named.map(
      ([path]) => `${path}: names the brand; take the name from shared/site.ts, or {{product}} in texts`,
    );
  },
};
