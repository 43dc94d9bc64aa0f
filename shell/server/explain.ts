import { DatabaseOpenError } from '@site/api';
import { MissingShellError } from './releases/ReleaseSource.ts';
import { SettingsError } from './settings.ts';

/** What to tell the owner when the site can't start: one line for what the owner can mend, everything else whole. */
export function explain(error: unknown): unknown {
  if (error instanceof SettingsError || error instanceof MissingShellError || error instanceof DatabaseOpenError) {
    return error.message;
  }
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'EADDRINUSE')
    return `SITE-PORT ${error.message}. Stop the other server, or set PORT to a free one.`;
  if (error.code === 'EACCES')
    return `SITE-PORT ${error.message}. Set PORT to 1024 or more, or allow this user to take it.`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return `SITE-HOST ${error.message}. Set HOST to an address of this machine.`;
  }
  return error;
}
