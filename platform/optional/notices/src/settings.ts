import { createHash } from 'node:crypto';
import type { SettingSchemas } from '@site/node/settings.ts';
import { isOwnMachine } from '@site/releases/signing/audience.ts';
import { fallbackLanguage, languages } from '@site/shared/i18n/languages.ts';
import { z } from 'zod';

/** What a webhook understands: Slack's messages, Teams' cards, or signed JSON. */
export type WebhookKind = 'slack' | 'teams' | 'signed';

/** Where notices go. */
export type Target = { readonly id: string; readonly name: string } & (
  | { readonly kind: 'mail'; readonly address: string }
  | {
      readonly kind: WebhookKind;
      readonly url: string;
      /** Whether its name may lead into the owner's own network. */
      readonly isPrivate: boolean;
    }
);

/** What begins an address: `slack+https://…`, `teams+https://…`, and `private+` for a name in the owner's own network. */
const pattern = /^(?:(slack|teams)\+)?(private\+)?(https?:\/\/.+)$/;

/** The targets of the setting, in which commas separate them; undefined for each that is none. */
export const targetsIn = (setting: string): readonly (Target | undefined)[] =>
  setting
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(targetOf);

function targetOf(text: string): Target | undefined {
  // It identifies the target in a record that others may read: addresses of webhooks are secret.
  const id = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const [, address] = /^mailto:([^\s@?<>,;:"()[\]\\]+@[^\s@?<>,;:"()[\]\\]+)$/.exec(text) ?? [];
  if (address) return { kind: 'mail', id, name: 'mail', address };
  const [, kind = 'signed', own, url = ''] = pattern.exec(text) ?? [];
  const parsed = URL.parse(url);
  if (!parsed || !(parsed.protocol === 'https:' || isOwnMachine(url))) return undefined;
  const name = `${kind} ${parsed.host}`;
  return { kind: kind as WebhookKind, id, name, url: parsed.href, isPrivate: own !== undefined };
}

const problem =
  'must be addresses with commas between them: https://…, slack+https://…, teams+https://… or mailto:name@example.com. http is for this machine alone';

/** Where notices go, in which language, and what signs them. */
export const noticeSettings = {
  NOTICES: z
    .string()
    .transform((setting, context): readonly Target[] => {
      const targets = targetsIn(setting);
      // No message quotes an address: it contains a token.
      if (targets.length === 0 || targets.includes(undefined)) context.addIssue(problem);
      return targets.filter((target) => target !== undefined);
    })
    .optional(),
  NOTICES_LANGUAGE: z.enum(languages, `must be one of ${languages.join(', ')}`).default(fallbackLanguage),
  NOTICES_SECRET: z
    .string()
    .regex(
      /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/,
      'must be whsec_ and 24 bytes or more in base64, as docs/releases.md says',
    )
    .optional(),
} as const satisfies SettingSchemas;

/** What notices need besides where they go. */
interface NeededSettings {
  readonly NOTICES?: readonly Target[] | undefined;
  readonly NOTICES_SECRET?: string | undefined;
  readonly SMTP_URL?: string | undefined;
}

/** Refuses a receiver that couldn't be sure who writes, and mail without a mail server; for `superRefine`. */
export function checkNoticeSettings(
  { NOTICES = [], NOTICES_SECRET, SMTP_URL }: NeededSettings,
  context: z.RefinementCtx,
): void {
  const needs = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (!NOTICES_SECRET && NOTICES.some(({ kind }) => kind === 'signed'))
    needs('NOTICES_SECRET', 'must be set as well: it signs what plain webhooks of NOTICES get');
  if (!SMTP_URL && NOTICES.some(({ kind }) => kind === 'mail'))
    needs('SMTP_URL', 'must be set as well, with MAIL_TO: NOTICES names a mail address');
}
