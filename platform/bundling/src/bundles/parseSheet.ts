import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { CssSyntaxError, parse, type Root } from 'postcss';
import { pathFromRoot } from '../project.ts';

/**
 * Parses a style sheet.
 *
 * @param file its absolute path, or one from the root of the project
 * @throws {OperatorError} BUILD-STYLE with the place of what isn't CSS
 */
export function parseSheet(css: string, file: string): Root {
  try {
    return parse(css, { from: file });
  } catch (problem) {
    throw problem instanceof CssSyntaxError ? styleError(problem, file) : problem;
  }
}

/** What is wrong at a place of a style sheet, which PostCSS knows, as the project's own error. */
export const styleError = (problem: CssSyntaxError, file: string): OperatorError =>
  new OperatorError('BUILD-STYLE', `${pathFromRoot(file)}:${problem.line}: ${problem.reason}`, problem);
