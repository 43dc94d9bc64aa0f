import type texts from './en.json';

declare global {
  interface Catalogues {
    readonly blog: typeof texts;
  }
}
