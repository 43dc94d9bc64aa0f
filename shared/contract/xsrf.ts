/**
 * The double-submit cookie of the API: the cookie that it hands out, the header in which it wants the value back, and the
 * call that hands it out, below `/api/v1/`. Node writes header names in lower case.
 */
export const xsrf = { cookie: 'XSRF-TOKEN', header: 'x-xsrf-token', path: 'xsrf' } as const;
