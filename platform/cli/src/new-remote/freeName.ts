import { remotes } from '@site/bundling/project.ts';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { prefixesOf } from '@site/shared/routes/policy.ts';
import { type Names, namesOf, taken } from './names.ts';

/**
 * The forms of a new remote's name in this repository. The remote's page and its path get the same name.
 *
 * @throws {OperatorError} SITE-USAGE when another remote or page has it; also the errors of `namesOf`
 */
export function freeName(text: string | undefined): Names {
  const names = namesOf(text);
  const claimed = Object.keys(defaultPolicy.claims).flatMap((remote) =>
    languages.flatMap((language) => prefixesOf(defaultPolicy, remote, language)),
  );
  const others = [...defaultPolicy.reserved, ...remotes, ...claimed, ...defaultPolicy.menu.pages];
  if (others.includes(names.kebab)) throw taken(names.kebab);
  return names;
}
