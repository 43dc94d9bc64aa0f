/** What to tell the owner when a server can't listen: one line that begins with a code. Nothing for other errors. */
export function listenProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  switch (error.code) {
    case 'EADDRINUSE':
      return `SITE-PORT ${error.message}. Stop the other server, or set PORT to a free one.`;
    case 'EACCES':
      return `SITE-PORT ${error.message}. Set PORT to 1024 or more, or allow this user to take it.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `SITE-HOST ${error.message}. Set HOST to an address of this machine.`;
    default:
      return undefined;
  }
}
