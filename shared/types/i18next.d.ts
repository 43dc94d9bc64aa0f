import 'i18next';

declare global {
  /** The messages of each namespace. Shell and remotes add theirs beside their `strings`. */
  interface Catalogues {}
}

declare module 'i18next' {
  /** Makes a key that isn't in the catalogue an error where it is written. */
  interface CustomTypeOptions {
    resources: Catalogues;
    /** Every key names its namespace, or is of the one that was asked for. */
    defaultNS: keyof Catalogues;
  }
}
