declare global {
  interface Navigator {
    /** Not in every browser: https://wicg.github.io/savedata/ */
    readonly connection?: { readonly saveData?: boolean };
  }
}

/** Whether the visitor has asked the browser to load no more than needed. */
export const savesData = (): boolean => navigator.connection?.saveData === true;
