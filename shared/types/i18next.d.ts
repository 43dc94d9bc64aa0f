import 'i18next';

declare global {
  /** The messages of each namespace. Shell and remotes add theirs beside their `strings`. */
  interface Catalogues {}
}

declare module 'i18next' {
  /** Makes a key that isn't in the catalogue a compile error. */
  interface CustomTypeOptions {
    resources: Catalogues;
    /** A key names its namespace, unless `useTranslation` was given one. */
    defaultNS: keyof Catalogues;
  }
}
