import { expect, test } from '@rstest/core';
import { buildFiles } from '../testing/buildFiles.ts';
import { jpegOf } from '../testing/photographs.ts';

const page = `import photo from './photo.jpg';
import plain from './photo.jpg?url';
import './own.css';
export default [photo, plain];
`;

test('an imported photograph has variants of the same names in both bundles; a sheet’s and one with ?url is the file itself', async () => {
  const { 'server/remote.cjs': server = '', ...web } = await buildFiles({
    'src/page.ts': page,
    'src/own.css': '.own { background: url(./photo.jpg) }',
    'src/photo.jpg': await jpegOf(300, 200),
  });
  const art = Object.keys(web).flatMap((file) => /^web\/(art\/.*)/.exec(file)?.[1] ?? []);
  expect(art.map((file) => file.replace(/\.\w{8}\./, '.')).sort()).toEqual([
    'art/photo.avif',
    'art/photo.jpg',
    'art/photo.webp',
  ]);
  const scripts = web['web/page-list.js'] ?? '';
  for (const file of art) {
    expect(scripts).toContain(file);
    expect(server).toContain(file);
  }
  expect(scripts).toMatch(/width:300,height:200,color:"#[0-9a-f]{6}",sources:\[\{type:"image\/avif"/);
  expect(web['web/page-list.css']).toMatch(/url\(\/assets\/events\/art\/photo\.\w{8}\.jpg\)/);
});

test('a photograph that can’t be read ends the build with its file and what to do', async () => {
  const files = {
    'src/page.ts': `import photo from './photo.jpg';\nexport default photo;\n`,
    'src/photo.jpg': 'Photo',
  };
  await expect(buildFiles(files)).rejects.toThrow(
    /BUILD-PICTURE \S*src\/photo\.jpg is not a JPEG picture\. Export it as JPEG or PNG/,
  );
});

test('a drawing is a file, also with ?url', async () => {
  const web = await buildFiles({
    'src/page.ts': `import plain from './plain.svg';\nimport other from './other.svg?url';\nexport default [plain, other];\n`,
    'src/plain.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'src/other.svg': '<svg xmlns="http://www.w3.org/2000/svg" id="a"/>',
  });
  expect(web['web/page-list.js']).toMatch(/"art\/plain\.\w{8}\.svg".*"art\/other\.\w{8}\.svg"/);
});
