import { resolve } from 'node:path';
import { storeKind } from '@site/releases/store/storeKind.ts';
import { printStep } from '../commands/print.ts';

/** Prints which store a command works on: nothing else would show that it is the wrong one. */
export function announceStore(location: string): void {
  printStep(`Store: ${storeKind(location) === 'folder' ? resolve(location) : withoutPassword(location)}`);
}

const withoutPassword = (address: string): string => address.replace(/(?<=:\/\/)[^/@]*@/, '');
