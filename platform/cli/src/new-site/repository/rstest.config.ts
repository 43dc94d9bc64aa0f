export { siteTests as default } from '@site/platform/presets/rstest.ts';
