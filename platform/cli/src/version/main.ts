/** Releases a version of the project: `npm run release -- 1.3.0`. */
import { root } from '@site/bundling/project.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { releaseVersion } from './releaseVersion.ts';

const [version = '', ...others] = process.argv.slice(2);
try {
  if (!/^\d+\.\d+\.\d+$/.test(version) || others.length > 0)
    throw new OperatorError('SITE-USAGE', 'Name the version: npm run release -- 1.3.0');
  const next = releaseVersion({ folder: root, version, day: new Date().toISOString().slice(0, 10) });
  console.log(`v${version} is tagged, and ${next} has begun. To publish both: git push --follow-tags`);
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
