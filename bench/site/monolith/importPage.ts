import type { PageModule } from '@site/shared';

/** A page of a remote as a bundler's plain dynamic import: the remote and its page are folders. */
export const importPage = (remote: string, module: string): Promise<PageModule> =>
  import(
    /* webpackChunkName: "[request]" */ `../../../remotes/${remote}/src/pages/${module.replace('./', '')}/page.ts`
  );
