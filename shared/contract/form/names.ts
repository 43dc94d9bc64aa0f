/** Names of fields that every form has besides its own. */
export const hiddenFields = {
  /** Hidden, with the form's key. Only the response to a posted form has it: the page itself is cached for everyone. */
  key: 'key',
  /** The honeypot: forms that fill it in are refused. */
  honeypot: 'website',
  /** Milliseconds between the opening of the site and the submit. Only scripts send it. */
  elapsed: 'elapsed',
} as const;

/** Where a browser without JavaScript goes after its form was accepted: a query parameter that shows the confirmation, and its id. */
export const confirmation = { query: 'sent', id: 'form-sent' } as const;
