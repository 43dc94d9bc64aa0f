/** What this remote is called and which pages it brings. */
export const remote = {
  name: 'blog',
  exposes: {
    './list': './src/pages/list/page.ts',
    './redirect': './src/pages/redirect/page.ts',
  },
} as const;
