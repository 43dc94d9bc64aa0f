import { tokenPrefix } from '@site/shared/contract/api.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { RecordSignature } from '@site/shared/contract/release.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { isPlainLine } from '@site/shared/plainText.ts';
import {
  type ApiGrant,
  type AskedKind,
  askedKinds,
  type Freeze,
  prefixesIn,
  type RoutePolicy,
} from '@site/shared/routes/policy.ts';
import { type FragmentSlot, fragmentSlots } from '@site/shared/routes/table.ts';
import { z } from 'zod';
import { problemsOf, signatureText } from './descriptions.ts';
import { fragmentName } from './fragments.ts';
import { recordLimits } from './limits.ts';
import { isAppName, storePath } from './names.ts';
import { apiName, pathPrefix, perLanguage } from './pages.ts';
import { siteName } from './pointer.ts';
import type { SignedRecord } from './signedRecord.ts';
import { isOwnMachine } from './signing/audience.ts';

/** `policy.json` of a store: what the shell's owner decides about the pages that remotes propose. */
export interface StoredPolicy extends RoutePolicy {
  /** Absent when nothing is signed. */
  readonly signature?: RecordSignature;
}

const prefixes = z.array(pathPrefix).max(200);
const names = z.array(z.string().max(60)).max(200);
const place = { others: z.boolean() };

const remote = z.string().refine(isAppName, 'must be names of remotes');
const kilobytes = z.number().min(1).max(2_000).exactOptional();
const kilobytesOfPictures = z.number().min(1).max(20_000).exactOptional();
const isFew = (named: object) => Object.keys(named).length <= 100;
const atMost = 'must name at most 100 remotes';

/** One thing that a version may ask for: a form’s name and fields are longest. */
const agreedTo = z.array(z.string().min(1).max(2_000).refine(isPlainLine, 'must be plain text in one line')).max(1_000);

const agreement = z.strictObject(
  Object.fromEntries(askedKinds.map((kind) => [kind, agreedTo.exactOptional()])) as Record<
    AskedKind,
    z.ZodExactOptional<typeof agreedTo>
  >,
);

const slot = z.array(fragmentName).max(5).exactOptional();
const slots = z.strictObject(
  Object.fromEntries(fragmentSlots.map((name) => [name, slot])) as Record<FragmentSlot, typeof slot>,
);

const grant: z.ZodType<ApiGrant> = z
  .strictObject({
    remote,
    address: z
      .string()
      .max(500)
      .refine(isApiAddress, 'must be an http(s) address that ends with a slash, without a query or a password'),
    token: z
      .string()
      .max(80)
      .regex(new RegExp(`^${tokenPrefix}[A-Z0-9_]+$`), `must be a setting whose name starts with ${tokenPrefix}`)
      .exactOptional(),
    methods: z
      .array(z.enum(['GET', 'POST']))
      .min(1)
      .max(2)
      .exactOptional(),
  })
  .refine(({ address, token }) => token === undefined || isSafe(address), {
    path: ['address'],
    error: 'must be an https address, as the token is sent there',
  });

function isApiAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === text && /^[^?#@]*\/$/.test(text);
}

const isSafe = (address: string): boolean =>
  address.startsWith('https:') || isOwnMachine(URL.parse(address)?.origin ?? '');

const freeze: z.ZodType<Freeze> = z.strictObject({
  since: z.iso.datetime(),
  reason: z
    .string()
    .min(1)
    .max(recordLimits.freezeReason)
    .refine(isPlainLine, 'must be plain text in one line')
    .exactOptional(),
});

const signature = z.strictObject({
  key: signatureText,
  value: signatureText,
  site: siteName.exactOptional(),
  serial: z.number().int().nonnegative(),
  expires: z.iso.datetime(),
});

const schema = z
  .strictObject({
    claims: z.record(remote, z.union([prefixes, perLanguage(prefixes)])).refine(isFew, atMost),
    others: z.enum(['own-name', 'none']),
    reserved: prefixes,
    isolation: z.record(remote, z.literal('document')).refine(isFew, atMost).exactOptional(),
    grants: z.record(apiName, grant).refine(isFew, 'must name at most 100 APIs').exactOptional(),
    agreed: z
      .record(
        remote.refine((name) => name !== 'shell', 'must be names of remotes'),
        agreement,
      )
      .refine(isFew, atMost)
      .exactOptional(),
    budgets: z
      .record(
        remote,
        z.strictObject({ scripts: kilobytes, styles: kilobytes, fonts: kilobytes, pictures: kilobytesOfPictures }),
      )
      .refine(isFew, atMost)
      .exactOptional(),
    fragments: z.record(fragmentName, remote).refine(isFew, 'must name at most 100 fragments').exactOptional(),
    slots: slots.exactOptional(),
    menu: z.strictObject({ pages: names, ...place, atMost: z.number().int().min(0).max(20).exactOptional() }),
    footer: z.strictObject({ legal: names, company: names, ...place }),
    frozen: freeze.exactOptional(),
    signature: signature.exactOptional(),
  })
  .superRefine(({ claims }, context) => {
    for (const problem of contestedPrefixes(claims))
      context.addIssue({ code: 'custom', path: ['claims'], message: problem });
  });

/** Two remotes may not claim the same prefix: the owner of a path would be a matter of chance. */
function contestedPrefixes(claims: RoutePolicy['claims']): readonly string[] {
  return languages.flatMap((language) => {
    const owners = new Map<string, string>();
    return Object.entries(claims).flatMap(([remote, claimed]) =>
      prefixesIn(claimed, language).flatMap((prefix) => {
        const other = owners.get(prefix);
        owners.set(prefix, remote);
        return other === undefined || other === remote
          ? []
          : [`/${language}/${prefix} is claimed by ${other} and ${remote}`];
      }),
    );
  });
}

/**
 * Reads a `policy.json`.
 *
 * @param source the file's name for messages
 * @throws {OperatorError} RELEASE-POLICY naming what is wrong with it
 */
export const readPolicy = (text: string, source: string): StoredPolicy => parsePolicy(parseJson(text), source);

function parsePolicy(value: unknown, source: string): StoredPolicy {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = problemsOf(parsed.error);
  throw new OperatorError(
    'RELEASE-POLICY',
    `${source} is not a route policy (${problems.slice(0, 1_000)}). Correct it, and set it: npx site policy FILE`,
  );
}

const command = 'npx site policy FILE --key FILE';

/** The route policy of a store. */
export const routePolicy: SignedRecord<StoredPolicy> = {
  path: storePath.policy,
  lock: storePath.policyLock,
  history: storePath.policyHistory,
  limit: recordLimits.policy,
  subject: storePath.policy,
  app: 'shell',
  kind: 'policy',
  claims: {},
  head: z.object({ version: z.undefined().optional(), signature: signature.exactOptional() }),
  parse: parsePolicy,
  damage: 'RELEASE-POLICY',
  words: {
    name: 'The route policy',
    kind: 'route policy',
    busy: 'Someone else is changing the route policy. Look at it, then try again.',
    changed: () => 'Another route policy was set meanwhile. Look at it, then try again.',
    remedies: {
      signer: `Set it with a key that may promote the shell: ${command}`,
      site: `Set one for this site: ${command}`,
      ahead: `Set it again: ${command}`,
      replayed: `Set the right one: ${command}`,
      expired: () => `Set it again, or another one: ${command}`,
    },
  },
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
