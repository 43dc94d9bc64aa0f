import { resolve } from 'node:path';
import { storeKind } from '@site/releases/store/storeKind.ts';
import { terminalText } from '@site/shared/plainText.ts';

/** Says which store a command works on: in a wrong one it would find nothing wrong. */
export function announceStore(location: string): void {
  console.error(
    terminalText(`Store: ${storeKind(location) === 'folder' ? resolve(location) : withoutPassword(location)}`),
  );
}

const withoutPassword = (address: string): string => address.replace(/(?<=:\/\/)[^/@]*@/, '');
