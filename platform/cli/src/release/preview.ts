import { remotes, shell } from '@site/bundling/project.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { CommandResult } from '../commands/print.ts';
import { releasedApp } from './knownApp.ts';
import { type CommandStore, openTools } from './openTools.ts';
import type { ReleaseTools } from './serviceTools.ts';

/** Default number of days for which a preview link works. */
const usualDays = 7;

/** Options of `site preview`. */
interface PreviewOptions extends CommandStore {
  readonly days?: number | undefined;
  /** A folder for the report. */
  readonly report?: string | undefined;
}

/** `site preview REMOTE VERSION`. */
export async function previewCommand(app: string, version: string, options: PreviewOptions): Promise<CommandResult> {
  const name = releasedApp(app);
  if (name === shell)
    throw new OperatorError('RELEASE-USAGE', `The shell has no preview. Choose from: ${remotes.join(', ')}.`);
  const tools = await openTools(options);
  const manifest = await tools.store.manifest(name, version);
  const link = await linkTo(name, version, tools, options.days);
  if (options.report === undefined) return { lines: [link], data: { link } };
  const { writeReport } = await import('./report/writeReport.ts');
  const pages = await writeReport(tools, manifest, link, options.report);
  const changes = pages.map(({ page, bytes, views }) => {
    return { page, bytes, views: views.map(({ language, change }) => ({ language, change })) };
  });
  return { lines: [link], data: { link, pages: changes } };
}

/** A link that shows a stored version of a remote. */
export const linkTo = (
  app: string,
  version: string,
  { previewLink }: ReleaseTools,
  days: number = usualDays,
): Promise<string> => previewLink({ app, version, days });
