/** `npm run bench:releases [-- CHANGES]`: releases and roll-backs under constant load; fails when a visitor noticed one. */
import { join } from 'node:path';
import { build } from '@site/kit/build/build.ts';
import { apps, buildFolder } from '@site/kit/build/bundles/project.ts';
import { isGood, reportOf } from './report.ts';
import { soak } from './soak.ts';

const changes = Number(process.argv[2] ?? 100);

for (const app of apps) await build(app);
const result = await soak({
  folderOf: (app) => join(buildFolder, app),
  changes,
  rate: 100,
  memoryAfter: [10, Math.floor(changes / 2), changes],
  onChange: (change) => console.error(`… ${change}`),
});
console.log(reportOf(result));
process.exitCode = isGood(result) ? 0 : 1;
