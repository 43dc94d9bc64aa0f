declare global {
  /**
   * The pages that links may lead to, with the parameters of their paths. Those of the site's first remotes are in `pages.d.ts` of its
   * company; a remote adds its own:
   *
   *     declare global {
   *       interface SitePages extends PagesOf<typeof remote> {}
   *     }
   */
  interface SitePages {}

  /**
   * The fragments whose values are checked. Those of the site's first remotes are in the same file; a remote adds its own:
   *
   *     declare global {
   *       interface SiteFragments extends FragmentsOf<typeof remote> {}
   *     }
   */
  interface SiteFragments {}

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
}

export {};
