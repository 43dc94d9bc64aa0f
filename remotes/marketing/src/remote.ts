/** What this remote exposes to the shell: one module per page. */
export const remote = {
  name: 'marketing',
  exposes: {
    './home': './src/pages/home/page.ts',
    './services': './src/pages/services/page.ts',
    './pricing': './src/pages/pricing/page.ts',
    './team': './src/pages/team/page.ts',
    './privacy': './src/pages/privacy/page.ts',
    './legal': './src/pages/legal/page.ts',
    './company': './src/pages/company/page.ts',
  },
} as const;
