import { siteTexts } from '../../i18n/siteTexts.ts';

/** The shared components' own texts. All others are properties, from the catalogue of anyone who uses the component. */
export const uiMessages = siteTexts('ui');
