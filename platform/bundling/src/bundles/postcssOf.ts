import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { pathFromRoot, sourceFolder } from '../project.ts';

/** What a remote compiles its plain sheets with, before the site's own checks. */
export interface PostcssUse {
  /** The configuration's file. */
  readonly config: string;
  /** The packages of `package.json` that it, or the remote's sheets, may be made with. */
  readonly packages: readonly string[];
}

interface Description {
  readonly postcss?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** A remote's configuration of PostCSS: `postcss.config.…` in its folder, or `postcss` in its package.json. Most have none. */
export function postcssOf(folder: string): PostcssUse | undefined {
  const description = join(folder, 'package.json');
  if (!existsSync(description)) return undefined;
  const { postcss, dependencies, devDependencies } = JSON.parse(readFileSync(description, 'utf8')) as Description;
  const file = readdirSync(folder).find((name) => /^postcss\.config\.(?:[cm]?[jt]s|json)$/.test(name));
  if (file === undefined && postcss === undefined) return undefined;
  return {
    config: file === undefined ? description : join(folder, file),
    packages: Object.keys({ ...dependencies, ...devDependencies }).filter((name) => /postcss|tailwind/.test(name)),
  };
}

/**
 * The loader that compiles a remote's plain sheets as it has configured: the team's own, so that nobody else installs it.
 *
 * @throws {OperatorError} BUILD-STYLE when it isn't installed
 */
export function postcssLoaders(app: string): readonly { readonly loader: string; readonly options: object }[] {
  const folder = sourceFolder(app);
  const used = postcssOf(folder);
  if (used === undefined) return [];
  try {
    const loader = createRequire(join(folder, 'package.json')).resolve('postcss-loader');
    return [{ loader, options: { postcssOptions: { config: used.config }, sourceMap: false } }];
  } catch (cause) {
    throw new OperatorError(
      'BUILD-STYLE',
      `${pathFromRoot(used.config)} configures PostCSS, whose loader isn’t installed: npm install --save-dev postcss-loader.`,
      cause,
    );
  }
}
