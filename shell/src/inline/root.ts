/** Runs inline in the page at `/`: sends the visitor to the stored language, or to the detected one, before anything is shown. */
import { detectLanguage, storedLanguage, storeLanguage } from '@site/shared/i18n/detect.ts';

const language = storedLanguage() ?? detectLanguage(navigator.languages);
storeLanguage(language);
location.replace(`/${language}`);
