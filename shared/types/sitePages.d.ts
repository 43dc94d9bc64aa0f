/**
 * The pages that links may lead to, with the parameters of their paths. The specification's pages are here; a remote adds
 * its own:
 *
 *     declare global {
 *       interface SitePages extends PagesOf<typeof remote> {}
 *     }
 */
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

/**
 * The fragments whose values are checked. This site's are here; a remote adds its own:
 *
 *     declare global {
 *       interface SiteFragments extends FragmentsOf<typeof remote> {}
 *     }
 */
interface SiteFragments {
  readonly 'latest-article': { readonly props: { readonly except: unknown } };
}

/**
 * The events of the site by name, with their details: those that aren't here have any. A remote adds its own:
 *
 *     declare global {
 *       interface SiteEvents extends EventsOf<typeof remote> {}
 *     }
 */
interface SiteEvents {
  readonly [name: `${string}:${string}`]: unknown;
}
