import type { PageModule } from '@site/shared';

/** Imports a page of a remote with a plain dynamic import. */
export const importPage = (remote: string, module: string): Promise<PageModule> =>
  import(
    /* webpackChunkName: "[request]" */ `../../../../remotes/${remote}/src/pages/${module.replace('./', '')}/page.ts`
  );
