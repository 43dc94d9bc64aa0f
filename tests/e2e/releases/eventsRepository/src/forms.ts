import type { DeclaredForm } from '@site/shared';

/** Who comes to an event. */
export const signup = {
  to: 'events/signups',
  fields: {
    name: { max: 100, autoComplete: 'name', half: true },
    email: { format: 'email', autoComplete: 'email', half: true },
    part: { options: ['talk', 'dinner'] },
    badge: { format: { pattern: '[A-Z]{2}-\\d{4}' }, required: false },
    note: { kind: 'text', required: false },
    agree: { kind: 'checkbox' },
    news: { kind: 'checkbox', required: false },
  },
} as const satisfies DeclaredForm;
