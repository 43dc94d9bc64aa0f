import type { ProcessSettings } from '@site/api/settings.ts';
import type { SettingName } from '@site/node/settingNames.ts';
import type { Settings } from '@site/server/settings.ts';

/** The programs that have settings: the site, its API and its release service, by the names of their units. */
export const programs = ['site', 'api', 'store'] as const;

/** A program that has settings. */
export type ProgramName = (typeof programs)[number];

/** A program, and its settings: an API has fewer. */
export interface Configured {
  readonly program: ProgramName;
  readonly settings: ProcessSettings & Partial<Settings>;
}

/** What is known of a setting. */
export interface SettingFinding {
  readonly setting: SettingName;
  readonly text: string;
  /** `problem`: the program doesn't start. `warning`: it starts, and something is missing. */
  readonly kind: 'fine' | 'warning' | 'problem';
}

/** Makes the findings about a setting. */
export const about = (setting: SettingName) => {
  const finding =
    (kind: SettingFinding['kind']) =>
    (text: string): SettingFinding => ({ setting, text, kind });
  return { fine: finding('fine'), warning: finding('warning'), problem: finding('problem') };
};
