import { spawn } from 'node:child_process';
import { once } from 'node:events';

const program = `
  const database = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
  database.exec('BEGIN IMMEDIATE');
  console.log('locked');
  process.stdin.resume().once('end', () => database.exec('ROLLBACK'));
`;

/** Makes another process hold the write lock of a SQLite file until the returned function is called. */
export async function lockDatabase(file: string): Promise<() => Promise<void>> {
  const holder = spawn(process.execPath, ['-e', program, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(holder, 'close');
  await Promise.race([
    once(holder.stdout, 'data'),
    ended.then(() => {
      throw new Error(`The lock of ${file} could not be taken.`);
    }),
  ]);
  return async () => {
    holder.stdin.end();
    await ended;
  };
}
