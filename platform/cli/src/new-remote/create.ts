/** `npm create @site/remote NAME [FOLDER] [-- --site ADDRESS --packages FOLDER]`: makes the repository of a remote. */
import { Command } from '@commander-js/extra-typings';
import kitPackage from '../../package.json' with { type: 'json' };
import { siteAddress } from '../commands/siteAddress.ts';
import { strict } from '../commands/strict.ts';
import { beginRepository } from './beginRepository.ts';
import { createRepository, firstCommit, nextSteps } from './createRepository.ts';
import { namesOf } from './names.ts';
import { runCreate } from './runCreate.ts';

const program = strict(new Command('npm create @site/remote --'), 'SITE-USAGE')
  .description('Makes the repository of a remote of the site.')
  .argument('<name>', 'of the remote, such as open-days')
  .argument('[folder]', 'of the repository; by default the name')
  .version(kitPackage.version, '--version', 'print the version')
  .option('--site <address>', 'of the site that it belongs to, such as https://www.example.com', siteAddress)
  .option('--packages <folder>', 'with the packages in this folder, for when no registry has them')
  .configureOutput({ outputError: () => {} })
  .action((name, folder = name, { packages, site }) => {
    const target = createRepository(namesOf(name), { folder, packages, site });
    beginRepository(target, firstCommit);
    console.log(nextSteps(target, site));
  });

runCreate(program);
