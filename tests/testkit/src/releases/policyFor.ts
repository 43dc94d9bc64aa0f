import { openPolicy, type RoutePolicy } from '@site/shared/routes/policy.ts';

/** A route policy that names some remotes, which may have what they are called. */
export const policyFor = (...remotes: readonly string[]): RoutePolicy => ({
  ...openPolicy,
  claims: Object.fromEntries(remotes.map((remote) => [remote, [remote]])),
});
