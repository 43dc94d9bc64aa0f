/** `npm create @site/site FOLDER [-- --name NAME --languages en,fr --packages FOLDER]`: makes the repository of another site. */
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import kitPackage from '../../package.json' with { type: 'json' };
import { strict } from '../commands/strict.ts';
import { beginRepository } from '../new-remote/beginRepository.ts';
import { runCreate } from '../new-remote/runCreate.ts';
import { createSite } from './createSite.ts';

const program = strict(new Command('npm create @site/site --'), 'SITE-USAGE')
  .description('Makes the repository of a site of its own, with a shell, a home page and its tests.')
  .argument('<folder>', 'an empty one, or one that doesn’t exist yet')
  .version(kitPackage.version, '--version', 'print the version')
  .option('--name <name>', 'of the company’s product, as in page titles; by default made of the folder’s')
  .option('--languages <codes>', 'such as en,fr: the first one is the fallback for all others', codes, ['en', 'fr'])
  .option('--packages <folder>', 'with the packages in this folder, for when no registry has them')
  .configureOutput({ outputError: () => {} })
  .action((folder, options) => {
    const target = createSite(folder, options);
    beginRepository(target, 'A site of its own');
    console.log(`${target} is ready. Look at it, and change what is the company’s, in shared/company:

  cd ${folder}
  npm start

README.md explains the rest.`);
  });

function codes(text: string): string[] {
  const languages = text.split(',').map((code) => code.trim());
  if (languages.every((code) => /^[a-z]{2,3}$/.test(code)) && new Set(languages).size === languages.length)
    return languages;
  throw new InvalidArgumentError('They must be codes of languages, with commas between them: en,fr.');
}

runCreate(program);
