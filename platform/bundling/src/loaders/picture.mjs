import { basename } from 'node:path';
import { pictureFormats } from '../pictures/formats.ts';
import { readPicture } from '../pictures/readPicture.ts';

/**
 * Rspack loader: makes a photograph a module that exports what `<Picture>` of `@site/shared` shows: a `PictureSource`. Its
 * variants are modules of their own, so that Rspack gives each file a name, and writes those of pages alone.
 *
 * @this {import('@rspack/core').LoaderContext}
 * @param {Buffer} content
 */
export default async function picture(content) {
  const { width, height, color, widths } = await readPicture(this.resourcePath, content);
  const variants = pictureFormats.flatMap((format) =>
    widths.map((size) => ({ format, size, name: `${format}${size}` })),
  );
  const file = basename(this.resourcePath);
  const imports = variants.map(
    ({ format, size, name }) => `import ${name} from ${JSON.stringify(`./${file}?${format}=${size}`)};`,
  );
  const sources = pictureFormats.map((format) => {
    const addresses = widths.map((size) => `\${${format}${size}} ${size}w`).join(', ');
    return `{ type: 'image/${format}', srcSet: \`${addresses}\` }`;
  });
  const described = [
    `width: ${width}`,
    `height: ${height}`,
    ...(color === undefined ? [] : [`color: '${color}'`]),
    `sources: [${sources.join(', ')}]`,
    `src: ${pictureFormats.at(-1)}${width}`,
  ];
  return `${imports.join('\n')}\nexport default { ${described.join(', ')} };\n`;
}

/** Rspack gives the file as bytes. */
export const raw = true;
