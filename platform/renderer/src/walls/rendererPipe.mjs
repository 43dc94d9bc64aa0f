/**
 * The renderer's end of the pipe to the site server: messages as JSON, one a line. Node's own channel (`process.send`) is not
 * used: the server would read what comes there before it could measure it.
 */
import { Socket } from 'node:net';
// The renderer replaces the global one.
import process from 'node:process';

/** The pipe's descriptor, as in WorkerProcess.ts. */
const descriptor = 3;

/**
 * Opens the pipe. When it ends, so does this process: the site server has ended, or needs it no more.
 *
 * @param onLine receives each message of the server
 * @returns what sends a message
 */
export function openPipe(onLine) {
  const pipe = new Socket({ fd: descriptor, readable: true, writable: true });
  let begun = '';
  pipe.setEncoding('utf8');
  // No arrays: a release in this process may have changed what they do, and would spoil its own messages.
  pipe.on('data', (text) => {
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const line = begun + text.slice(start, end);
      begun = '';
      start = end + 1;
      onLine(line);
    }
    begun += text.slice(start);
  });
  for (const event of ['end', 'error', 'close']) pipe.on(event, () => process.exit(0));
  return (line) => void pipe.write(`${line}\n`);
}
