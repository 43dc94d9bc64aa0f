import { readSettings, type Variables } from '@site/http/settings.ts';
import { z } from 'zod';
import { apiSettings, checkMailSettings, listenSettings } from './settings.ts';

const environment = z.object({ ...apiSettings, ...listenSettings(3001, 'info') }).superRefine(checkMailSettings);

/** The settings of the API as a process of its own. */
export type Environment = z.infer<typeof environment>;

/**
 * Reads the settings of the API as a process of its own.
 *
 * @throws {OperatorError} naming each variable that is wrong
 */
export const readEnvironment = (variables: Variables): Environment => readSettings(environment, variables);
