import 'i18next';

declare global {
  /** The texts of each namespace: shell and remotes add theirs, in `locales/catalogue.d.ts`. */
  interface Catalogues {}
}

declare module 'i18next' {
  /** Makes a key that isn't in the catalogue an error where it is written. */
  interface CustomTypeOptions {
    resources: Catalogues;
  }
}
