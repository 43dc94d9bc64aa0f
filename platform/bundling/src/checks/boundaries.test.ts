import { expect, test } from '@rstest/core';
import { circlesInRooms, refusals, zonesOf } from './boundaries.ts';
import { importsOf, parse } from './sources.ts';

const own = {
  dependencies: ['react', 'date-fns', '@scope/map', 'i18next'],
  devDependencies: ['@rstest/core', '@types/geojson', '@types/scope__shapes'],
};
const rules = {
  zones: zonesOf(
    new Map([
      ['blog', own],
      ['contact', { dependencies: [], devDependencies: [] }],
    ]),
  ),
  surfaces: { 'react-router-dom': ['Link', 'useNavigate'] },
};

function refused(path: string, code: string): readonly string[] {
  const [source] = parse(new Map([[path, code]])).values();
  return source ? refusals(path, importsOf(source), rules).map(({ reason }) => reason) : [];
}

test.each([
  ['what the shell provides', "import { useState } from 'react'; import { useNavigate } from 'react-router-dom';"],
  ['the root of the shared package', "import type { Language } from '@site/shared';"],
  ['its own files', "import texts from '../locales/en.json' with { type: 'json' };"],
  ['its own packages', "import { format } from 'date-fns'; import { fr } from 'date-fns/locale';"],
  ['a style sheet of its own package', "import '@scope/map/style.css';"],
  [
    'types of a package that has only types',
    "import type { Point } from 'geojson'; type A = import('@scope/shapes').A;",
  ],
  ['types of what tests it', "import type { Mock } from '@rstest/core';"],
])('a remote may import %s', (_, code) => {
  expect(refused('remotes/blog/src/strings.ts', code)).toEqual([]);
});

test.each([
  ['an export that the shell leaves out', "import { useFetcher } from 'react-router-dom';", '"useFetcher"'],
  [
    'such an export under another name',
    "import { useFetcher as useNavigate } from 'react-router-dom';",
    '"useFetcher"',
  ],
  ['all exports of such a package', "import * as router from 'react-router-dom';", '"*"'],
  ['a package that the shell keeps to itself', "import { t } from 'i18next/t';", '"i18next/t"'],
  ['another module of a provided package', "import { createRoot } from 'react/client';", '"react/client"'],
  ['a module of Node', "import { readFileSync } from 'node:fs';", '"node:fs"'],
  ['a module of Node by its old name', "import { join } from 'path';", '"path" is a module of Node'],
  ['a package that it doesn’t name', "import { z } from 'zod';", 'npm install zod'],
  ['a file of such a package', "import '@other/map/style.css';", 'npm install @other/map'],
  ['such a package on demand', "const z = import('zod');", 'npm install zod'],
  ['a package that only tests it', "import { test } from '@rstest/core';", 'move it to the dependencies'],
  ['a value of a package that has only types', "import { point } from 'geojson';", 'npm install geojson'],
  ['a package of the shell that it names', "import i18next from 'i18next';", 'use useTranslation of "react-i18next"'],
  ['React’s DOM', "import { createRoot } from 'react-dom/client';", 'the shell renders them'],
  ['a package of the shell’s loader', "import '@module-federation/runtime';", 'use what @site/shared exports'],
  ['the inside of the shared package', "import { pages } from '@site/shared/routes/table.ts';", 'crosses a boundary'],
  [
    'the inside of the shared package, by its path',
    "import { pages } from '@site/shared/routes/table.ts';",
    'crosses a boundary',
  ],
  ['another remote', "import { x } from '../../contact/src/x.ts';", 'crosses a boundary'],
  ['another remote on demand', "const x = import('../../contact/src/x.ts');", 'crosses a boundary'],
  ['a type of the shell', "export type { View } from '@site/shell/view/view.ts';", 'crosses a boundary'],
  ['a type of the shell, in place', "let view: import('@site/shell/view/view.ts').View;", 'crosses a boundary'],
])('a remote may not import %s', (_, code, reason) => {
  expect(refused('remotes/blog/src/strings.ts', code)).toEqual([expect.stringContaining(reason)]);
});

test('tests of a remote may import libraries and the inside of the shared package, but no other remote', () => {
  const code =
    "import '@testing-library/react'; import '@site/shared/i18n/createI18n.ts'; import '../../../contact/src/x.ts';";
  expect(refused('remotes/blog/src/list/ListPage.test.tsx', code)).toHaveLength(1);
  expect(refused('remotes/blog/src/testing/render.tsx', code)).toHaveLength(1);
});

test.each([
  ['shell/src/app.tsx', '../../remotes/blog/src/remote.ts'],
  ['shell/src/app.tsx', '../../platform/server/src/createSite.ts'],
  ['shell/src/app.tsx', '@site/server/createSite.ts'],
  ['shared/index.ts', '../shell/src/app.tsx'],
  ['shared/index.ts', '@site/api/service.ts'],
  ['shared/index.ts', './company/brand.ts'],
  ['shared/company/brand.ts', '../facts.ts'],
  ['platform/node/src/probes.ts', '@site/api/service.ts'],
  ['platform/server/src/createSite.ts', '@site/bundling/build.ts'],
  ['platform/renderer/src/views/renderView.ts', '@site/server/limits.ts'],
  ['platform/renderer/src/views/renderView.ts', '@site/api/service.ts'],
  ['platform/bundling/src/build.ts', '@site/server/settings.ts'],
  ['platform/bundling/src/build.ts', '@site/cli/upgrade/versions.ts'],
  ['platform/optional/release-service/src/Arrivals.ts', '@site/server/settings.ts'],
  ['platform/releases/src/operations/list.ts', '@site/rollouts/judge.ts'],
  ['platform/server/src/createSite.ts', '@site/static-export/exportSite.ts'],
  ['tests/testkit/src/site/servers.ts', '../../../e2e/support/test.ts'],
  ['tests/e2e/blog/list.spec.ts', '../../bench/server/main.ts'],
  ['platform/server/src/siteParts.ts', '@site/cdn/Cdn.ts'],
  ['platform/server/src/siteParts.ts', '@site/cdn/CdnPurges.ts'],
  ['platform/optional/means/src/Means.ts', '@site/server/limits.ts'],
  ['api/src/api.ts', '@site/shared'],
  ['api/src/api.ts', '@site/shared/ui/index.ts'],
])('%s may not import %s', (path, specifier) => {
  expect(refused(path, `import '${specifier}';`)).toHaveLength(1);
});

test.each([
  ['shell/src/app.tsx', '@site/shared/routes/table.ts'],
  ['platform/server/src/createSite.ts', '@site/shell/render/messages.ts'],
  ['platform/server/src/createSite.ts', '@site/api/service.ts'],
  ['platform/server/src/createSite.ts', '@site/renderer/workers/Renderer.ts'],
  ['platform/releases/src/list.test.ts', '@site/testkit/releases/fixtures.ts'],
  ['api/src/api.ts', '@site/shared/contract/limits.ts'],
  ['shared/index.ts', '@site/company/brand.ts'],
  ['shared/company/brand.ts', '@site/shared/facts.ts'],
  ['shared/company/legal.ts', './brand.ts'],
  ['platform/cli/src/start.ts', '@site/server/main.ts'],
])('%s may import %s', (path, specifier) => {
  expect(refused(path, `import '${specifier}';`)).toEqual([]);
});

test('the server loads an optional room on demand, and may name its types', () => {
  const code = "import type { CdnOptions } from '@site/cdn/Cdn.ts'; const cdn = import('@site/cdn/Cdn.ts');";
  expect(refused('platform/server/src/siteParts.ts', code)).toEqual([]);
});

/** The circles among files, given as code by name. */
function circlesOf(files: Readonly<Record<string, string>>): readonly string[] {
  const sources = parse(new Map(Object.entries(files)));
  return circlesInRooms(new Map([...sources].map(([path, source]) => [path, importsOf(source)])), rules.zones);
}

test.each([
  ['values', "import { a } from './table.ts';"],
  ['types', "import type { A } from './table.ts';"],
  ['a type in place', "let a: import('./table.ts').A;"],
  ['a file on demand', "const a = import('./table.ts');"],
  ['a file by the name of its own package', "export { a } from '@site/shared/routes/table.ts';"],
])('files of a room may not import each other in a circle: %s', (_, back) => {
  const found = circlesOf({
    'shared/routes/table.ts': "import { b } from './b.ts';",
    'shared/routes/b.ts': "import type { C } from './c.ts';",
    'shared/routes/c.ts': back,
  });
  expect(found).toEqual([
    'These files import each other in a circle: shared/routes/table.ts → shared/routes/b.ts → shared/routes/c.ts → shared/routes/table.ts',
  ]);
});

test('files that import the same files are not a circle', () => {
  const found = circlesOf({
    'platform/server/src/a.ts': "import './b.ts'; import './c.ts';",
    'platform/server/src/b.ts': "import './d.ts';",
    'platform/server/src/c.ts': "import './d.ts';",
    'platform/server/src/d.ts': '',
  });
  expect(found).toEqual([]);
});
