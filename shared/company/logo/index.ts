/** What pages show of the logo, and of the networks where the company has an account. Programs draw with drawn.ts. */
export { Logo, Mark } from './marks.tsx';
export { SocialMark, type SocialNetwork } from './SocialMark.tsx';
