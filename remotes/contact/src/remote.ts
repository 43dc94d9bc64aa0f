/** What this remote is called and what it exposes: the build and the releases read it. */
export const remote = {
  name: 'contact',
  exposes: { './contact': './src/pages/contact/page.ts' },
} as const;
