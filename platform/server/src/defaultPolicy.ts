import policy from '@site/company/policy.json' with { type: 'json' };
import { readPolicy } from '@site/releases/policy.ts';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';

/** The route policy of a store that has none. */
export const defaultPolicy: RoutePolicy = readPolicy(JSON.stringify(policy), 'shared/company/policy.json');
