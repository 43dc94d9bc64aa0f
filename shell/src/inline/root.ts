/** Runs inline in the page at `/`: redirects to the stored or detected language before anything is shown. */
import { detectLanguage, storedLanguage, storeLanguage } from '@site/shared/i18n/detect.ts';

const language = storedLanguage() ?? detectLanguage(navigator.languages);
storeLanguage(language);
location.replace(`/${language}`);
