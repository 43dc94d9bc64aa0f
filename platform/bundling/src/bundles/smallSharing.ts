import type { RspackPluginInstance } from '@rspack/core';

/**
 * Makes a container take what is shared as it is. A release's manifest says which versions it accepts, and the server loads it only with
 * a shell that has them: without Rspack's code that chooses among versions, a container is half as large.
 */
export const smallSharing: RspackPluginInstance = {
  apply({ hooks }) {
    const name = 'SmallSharing';
    hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.runtimeModule.tap(name, ({ name: part, source }) => {
        if (!source) return;
        if (part === 'sharing') source.source = Buffer.from(scopes);
        const [data] = part === 'consumes_loading' ? (consumedData.exec(String(source.source)) ?? []) : [];
        if (data) source.source = Buffer.from(data + consumes);
      });
    });
  },
};

/** What each chunk takes, as Rspack writes it in front of the code that does so. */
const consumedData = /__webpack_require__\.consumesLoadingData = \{.*\};?\n/;

const scopes = `__webpack_require__.S = {};
__webpack_require__.I = function (name) { __webpack_require__.S[name] = __webpack_require__.S[name] || {}; };`;

const consumes = `var taken = {};
__webpack_require__.f.consumes = function (chunk, promises) {
  var data = __webpack_require__.consumesLoadingData;
  (data.chunkMapping[chunk] || []).forEach(function (id) {
    if (id in taken) return taken[id] && promises.push(taken[id]);
    var as = function (write) {
      taken[id] = 0;
      __webpack_require__.m[id] = function (module) { delete __webpack_require__.c[id]; write(module); };
    };
    var onFactory = function (factory) { as(function (module) { module.exports = factory(); }); };
    var onError = function (error) { as(function () { throw error; }); delete taken[id]; };
    try {
      var wanted = data.moduleIdToConsumeDataMapping[id];
      var versions = Object.values((__webpack_require__.S[wanted.shareScope] || {})[wanted.shareKey] || {});
      if (!versions[0]) throw Error('The host shares no "' + wanted.shareKey + '".');
      var got = (versions.find(function (each) { return each.loaded; }) || versions[0]).get();
      if (got.then) promises.push(taken[id] = got.then(onFactory).catch(onError));
      else onFactory(got);
    } catch (error) { onError(error); }
  });
};`;
