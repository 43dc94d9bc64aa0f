import type { RspackPluginInstance } from '@rspack/core';

/** The name of the runtime module that says where a bundle's files are. */
const publicPathModule = 'public_path';

/**
 * Makes a container find its chunks, sheets and pictures beside itself, so that any host can load it, from any origin. On its
 * own origin the addresses are paths, as in the server's HTML and in the integrity of its import map.
 */
export const ownAddress: RspackPluginInstance = {
  apply({ hooks }) {
    const name = 'OwnAddress';
    hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.runtimeModule.tap(name, (module) => {
        if (module.source && module.name === publicPathModule) module.source.source = Buffer.from(code);
      });
    });
  },
};

const code = `__webpack_require__.p = (({ origin, pathname, href }) => (origin === location.origin ? pathname : href))(
  new URL('.', import.meta.url),
);`;
