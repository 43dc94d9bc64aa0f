/** The pages of the site's own remotes that links of all others may lead to, with the parameters of their paths. */
interface SitePages {
  readonly home: unknown;
  readonly services: unknown;
  readonly pricing: unknown;
  readonly team: unknown;
  readonly privacy: unknown;
  readonly legal: unknown;
  readonly company: unknown;
  readonly blog: unknown;
  readonly article: { readonly paths: ':slug' };
  readonly contact: unknown;
}

/** The fragments of the site's own remotes whose values are checked. */
interface SiteFragments {
  readonly 'latest-article': { readonly props: { readonly except: unknown } };
}
