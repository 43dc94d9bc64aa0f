import { runInNewContext } from 'node:vm';
import { copyRelease } from './copyRelease.ts';

/** How a text says which version it comes from. */
export const markOf = (version: string): string => `[${version}]`;

/**
 * Makes a version of a built remote that differs from it in its texts and in every script and style sheet, as if its
 * team had changed them all: so each part of a page tells which version it comes from.
 *
 * @param source the built remote
 * @param target folder for the new version
 */
export async function makeVariant(source: string, target: string, version: string): Promise<void> {
  await copyRelease(source, target, ({ version: old, publicPath }) => ({
    manifest: { version, publicPath: publicPath.replace(old, version) },
    edit: (_path, code) => changedCode(code, old, version),
  }));
}

/** Bundles carry catalogues as JSON in a string, and the address that the remote's files have. */
function changedCode(code: string, old: string, version: string): string {
  const texts = code.replace(/JSON\.parse\(('(?:[^'\\]|\\.)*')\)/g, (_, literal: string) => {
    const json = JSON.stringify(JSON.parse(String(runInNewContext(literal))), (_key, value) =>
      markedText(value, version),
    );
    return `JSON.parse(${JSON.stringify(json)})`;
  });
  return `${texts.replaceAll(old, version)}\n/* ${markOf(version)} */\n`;
}

/** Single words may be read by code, such as a currency; what has a space in it is there for people. */
const markedText = (value: unknown, version: string): unknown =>
  typeof value === 'string' && value.includes(' ') ? `${value} ${markOf(version)}` : value;
