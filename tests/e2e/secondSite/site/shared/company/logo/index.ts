export { Logo, Mark, SocialMark, type SocialNetwork } from './marks.tsx';
