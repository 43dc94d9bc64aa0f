import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { inEachLanguage, type Language, languages } from '@site/shared/i18n/languages.ts';
import { type ClaimedPrefixes, isReserved, prefixesOf, type RoutePolicy } from '@site/shared/routes/policy.ts';
import { z } from 'zod';
import { problemsOf } from './descriptions.ts';
import { isAppName } from './names.ts';
import { pathPrefix } from './pages.ts';
import { readPolicy } from './policy.ts';

/** What a team asks the shell's owner for: prefixes that its remote may claim, in some languages. */
export interface PolicyRequest {
  readonly remote: string;
  readonly prefixes: Readonly<Partial<Record<Language, readonly string[]>>>;
}

const language = z.enum(languages);
const prefixes = z.array(pathPrefix.min(1, 'must not be the home page')).min(1).max(20);

const schema = z.strictObject({
  remote: z.string().refine((name) => isAppName(name) && name !== 'shell', 'must be the name of a remote'),
  prefixes: z.partialRecord(language, prefixes).refine((asked) => Object.keys(asked).length > 0, 'must name a prefix'),
});

/**
 * Reads an untrusted policy request.
 *
 * @param source the file's name for messages
 * @throws {OperatorError} RELEASE-POLICY naming what is wrong with it
 */
export function readPolicyRequest(value: unknown, source: string): PolicyRequest {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = problemsOf(parsed.error);
  throw new OperatorError(
    'RELEASE-POLICY',
    `${source} is not a policy request (${problems.slice(0, 1_000)}). A team writes one: npx site request REMOTE fr:evenements`,
  );
}

/**
 * The policy with what a team asks for, besides what its remote may claim already.
 *
 * @throws {OperatorError} RELEASE-POLICY when the policy reserves a prefix, or another remote claims the same one
 */
export function withRequest(policy: RoutePolicy, { remote, prefixes: asked }: PolicyRequest): RoutePolicy {
  const refused = Object.entries(asked).flatMap(([code, paths]) =>
    paths.flatMap((path) => {
      if (isReserved(policy, path)) return [`/${code}/${path}, which the route policy reserves`];
      const owner = Object.keys(policy.claims).find(
        (other) => other !== remote && prefixesOf(policy, other, code as Language).includes(path),
      );
      return owner === undefined ? [] : [`/${code}/${path}, which ${owner} claims`];
    }),
  );
  if (refused.length > 0)
    throw new OperatorError(
      'RELEASE-POLICY',
      `${remote} asks for ${refused.join('; ')}. The team chooses another path, or you change the policy: npx site policy FILE`,
    );
  const granted = inEachLanguage((code): readonly string[] => [
    ...new Set([...prefixesOf(policy, remote, code), ...(asked[code] ?? [])]),
  ]);
  const next = { ...policy, claims: { ...policy.claims, [remote]: shortest(granted) } };
  return readPolicy(JSON.stringify(next), `The policy with what ${remote} asks for`);
}

/** One list when all languages have the same prefixes. */
function shortest(granted: Readonly<Record<Language, readonly string[]>>): ClaimedPrefixes {
  const lists = Object.values(granted);
  const [first = []] = lists;
  return lists.every((list) => list.join() === first.join()) ? first : granted;
}
