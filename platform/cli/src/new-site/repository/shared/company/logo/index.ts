/** What pages show of the logo. Programs draw with drawn.ts. */
export { Logo, Mark, SocialMark, type SocialNetwork } from './Logo.tsx';
