import { plainLine } from '../plainText.ts';

/**
 * What a visitor typed, as a page gets it: one line in NFC, without invisible characters and spaces at its ends, cut after as many
 * characters as the page takes. Empty when nothing is left: then the address is the page's plain one.
 */
export const searchText = (typed: string, most: number): string => plain([...plain(typed)].slice(0, most).join(''));

const plain = (text: string): string => plainLine(text.normalize('NFC')).replace(/\s+/g, ' ').trim();
