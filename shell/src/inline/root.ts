/** Runs inline in the page at `/`: sends the visitor to the stored language, or to the detected one, before anything is shown. */
import { detectLanguage } from '@site/shared/i18n/detect.ts';
import { storedLanguage, storeLanguage } from '@site/shared/i18n/storedLanguage.ts';

const language = storedLanguage() ?? detectLanguage(navigator.languages);
storeLanguage(language);
location.replace(`/${language}`);
