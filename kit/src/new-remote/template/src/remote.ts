/** What this remote is called and which pages it brings. */
export const remote = {
  name: 'new-remote',
  exposes: {
    './new-remote': './src/pages/new-remote/page.ts',
  },
} as const;
