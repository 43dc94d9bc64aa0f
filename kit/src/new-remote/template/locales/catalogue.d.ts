import type texts from './en.json';

declare global {
  interface Catalogues {
    readonly 'new-remote': typeof texts;
  }
}
