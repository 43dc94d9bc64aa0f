/** The sections of the policy, in order. The ids name texts in the catalogues and anchors on the page. */
export const sections = [
  'introduction',
  'data',
  'purpose',
  'retention',
  'recipients',
  'cookies',
  'rights',
  'contact',
] as const;

/** Names a section of the policy. */
export type SectionId = (typeof sections)[number];
