import { readPolicy } from '@site/releases/policy.ts';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';
import policy from '@site/shell/policy.json' with { type: 'json' };

/** The route policy of a store that has none. */
export const defaultPolicy: RoutePolicy = readPolicy(JSON.stringify(policy), 'shell/policy.json');
