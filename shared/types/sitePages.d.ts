/**
 * The names of the pages that links may lead to. They are those of the specification; a remote adds its own:
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
  readonly article: unknown;
  readonly contact: unknown;
}
