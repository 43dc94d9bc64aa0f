/**
 * One Content-Security-Policy for all pages, which allows what any of them needs. Hosts send every rule that matches
 * an address, and browsers obey every policy that they get: pages of their own policies would have to be the only rules.
 */
export function mergePolicies(policies: readonly string[]): string {
  const sources = new Map<string, Set<string>>();
  for (const part of policies.flatMap((policy) => policy.split('; '))) {
    const [directive = '', ...values] = part.split(' ');
    sources.set(directive, new Set([...(sources.get(directive) ?? []), ...values]));
  }
  return [...sources].map(([directive, values]) => [directive, ...values].join(' ')).join('; ');
}
