import { openPolicy, type RoutePolicy } from '@site/shared/routes/policy.ts';

/** A route policy that gives each of some remotes the prefix of its name. */
export const policyFor = (...remotes: readonly string[]): RoutePolicy => ({
  ...openPolicy,
  claims: Object.fromEntries(remotes.map((remote) => [remote, [remote]])),
});
