import type { FragmentParameters } from '@site/shared/contract/fragment.ts';
import type { DeclaredFragment } from '@site/shared/contract/release.ts';
import { z } from 'zod';
import { isAppName } from './names.ts';

/** The name of a fragment, in a manifest, a policy, or an untrusted page: an attribute in HTML and a key of plain objects. */
export const fragmentName = z.string().refine(isAppName, 'must be a name of small letters, digits and hyphens');

/** How many values a fragment takes, and how many characters of each. */
const mostValues = { names: 10, characters: 2_000 };

/** The name of a value that a page gives a fragment. */
export const valueName = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]{0,30}$/)
  .refine((name) => !(name in Object.prototype));

const isFew = (values: object) => Object.keys(values).length <= mostValues.names;
const few = `must be at most ${mostValues.names} values`;

const parameters: z.ZodType<FragmentParameters> = z
  .record(valueName, z.looseObject({ max: z.number().int().min(1).max(mostValues.characters) }))
  .refine(isFew, few);

/** What a page gives a fragment. */
export const fragmentValues = z.record(valueName, z.string().max(mostValues.characters)).refine(isFew, few);

/** The fragments that a remote's manifest offers. */
export const fragmentsSchema: z.ZodType<Readonly<Record<string, DeclaredFragment>>> = z
  .record(
    fragmentName,
    z.looseObject({ module: z.string().regex(/^\.\/fragment-[a-z0-9-]{1,60}$/), props: parameters.exactOptional() }),
  )
  .refine((fragments) => Object.keys(fragments).length <= 20, 'must be at most 20 fragments');

/** The fragments that a remote's sources show, with the names of the values that they give. */
export const usesSchema: z.ZodType<Readonly<Record<string, readonly string[]>>> = z
  .record(fragmentName, z.array(valueName).max(mostValues.names))
  .refine((uses) => Object.keys(uses).length <= 100, 'must be at most 100 fragments');
