/** Where documents send what they complain of. */
export const pathOfComplaints = '/.complaints';

/**
 * Runs at the start of each document, and must not use anything of this module: sends what the document complains of,
 * as it happens, and lets `toldComplaints` wait until all of it has arrived.
 */
export function watchDocument(path: string): void {
  const told: Promise<unknown>[] = [];
  const send = (words: readonly unknown[]) =>
    fetch(path, { method: 'POST', body: words.map(describe).join(' '), keepalive: true }).catch(() => undefined);
  const tell = (...words: unknown[]) => void told.push(send(words));
  // What a document stops loading because it is left is no complaint: by then it has no time left to say so.
  const tellLater = (...words: unknown[]) =>
    void told.push(new Promise((resolve) => setTimeout(resolve, 200)).then(() => send(words)));
  const describe = (word: unknown) =>
    word instanceof Error ? `${word}\n${word.stack}` : typeof word === 'string' ? word : JSON.stringify(word);
  Object.assign(window, { toldComplaints: () => Promise.all(told) });

  for (const level of ['error', 'warn'] as const) {
    const { [level]: say } = console;
    console[level] = (...words: unknown[]) => {
      say(...words);
      tell(level, ...words);
    };
  }
  const onError = (event: Event) => {
    if (event instanceof ErrorEvent) tell('uncaught', event.message, event.error);
    else if (event.target instanceof Element) tellLater('not loaded', event.target.outerHTML.slice(0, 300));
  };
  // Errors of elements that load something don't bubble.
  addEventListener('error', onError, true);
  addEventListener('unhandledrejection', ({ reason }) => tell('unhandled', reason));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    tell('Content-Security-Policy', violatedDirective, 'blocked', blockedURI, sample),
  );
  if ('ReportingObserver' in window) {
    const types = ['integrity-violation', 'permissions-policy-violation'];
    new ReportingObserver((reports) => tell('report', reports), { types, buffered: true }).observe();
  }
}
