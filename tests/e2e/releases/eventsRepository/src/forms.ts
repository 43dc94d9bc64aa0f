import type { DeclaredForm } from '@site/shared';

/** Who comes to an event. */
export const signup = {
  to: 'events/signups',
  fields: {
    name: { max: 100, autoComplete: 'name', half: true },
    email: { format: 'email', autoComplete: 'email', half: true },
    part: { options: ['talk', 'dinner'] },
    note: { kind: 'text', required: false },
  },
} as const satisfies DeclaredForm;
