/** What remotes may use of react-i18next; see react-router-dom.ts beside this file. */
export { useTranslation } from 'react-i18next';
