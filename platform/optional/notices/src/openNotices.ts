import { FaultLog } from '@site/releases/FaultLog.ts';
import { RolloutLog } from '@site/rollouts/RolloutLog.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import type { FastifyInstance } from 'fastify';
import { Notices, type NoticesOptions } from './Notices.ts';
import type { Target } from './settings.ts';
import type { TellingOptions } from './tell.ts';
import { Watch, type WatchOptions } from './Watch.ts';

/** The settings that notices are sent by; `.env.example` explains each. */
export interface SendingSettings {
  readonly NOTICES_LANGUAGE: Language;
  readonly NOTICES_SECRET?: string | undefined;
  readonly SMTP_URL?: string | undefined;
  readonly MAIL_TO?: string | undefined;
  readonly MAIL_FROM?: string | undefined;
}

/** What the program that tells provides. */
export interface PluginOptions
  extends Pick<WatchOptions, 'store' | 'trust' | 'policy' | 'requestsEvery'>,
    Pick<NoticesOptions, 'reports' | 'site' | 'every' | 'backoff' | 'timeout'> {
  readonly settings: SendingSettings;
  readonly targets: readonly Target[];
}

/** Tells the owner what happens to releases, while a server runs. */
export async function openNotices(server: FastifyInstance, options: PluginOptions): Promise<void> {
  const { reports, settings } = options;
  const watch = new Watch({ ...options, faults: new FaultLog(reports), rollouts: new RolloutLog(reports) });
  const telling = new Notices({ ...options, ...sendingOf(settings), watch, log: server.log });
  server.addHook('onReady', async () => telling.start());
  server.addHook('onClose', async () => await telling.stop());
}

/** How the settings say that notices are sent. */
export function sendingOf({
  NOTICES_LANGUAGE: language,
  NOTICES_SECRET: secret,
  SMTP_URL: smtpUrl,
  MAIL_TO = '',
  MAIL_FROM: from = MAIL_TO,
}: SendingSettings): Omit<TellingOptions, 'site'> {
  return { language, secret, mail: smtpUrl === undefined ? undefined : { smtpUrl, from } };
}
