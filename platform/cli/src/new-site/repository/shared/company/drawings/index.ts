/** Addresses of drawings that remotes share. */
export const illustrations: Readonly<Record<string, string>> = {};

/** The drawing at the end of the menu: none. */
export const Street = () => null;
