/** The settings of notices. Addresses of webhooks contain their tokens. `.env.example` explains each. */
export const noticeNames = {
  names: ['NOTICES', 'NOTICES_LANGUAGE', 'NOTICES_SECRET'],
  secrets: ['NOTICES', 'NOTICES_SECRET'],
} as const;
