/**
 * Runs in a worker's process behind walls without an isolate, and starts a shell's renderer in it. The renderer talks as child
 * processes of Node do, by `process.send` and `message`: here they lead to the pipe. It is plain JavaScript, which starts
 * sooner, and imports nothing but what is readable behind a wall.
 *
 * Parameter: the shell's renderer.
 */
import { createRequire } from 'node:module';
// The renderer replaces the global one.
import process from 'node:process';
import { openPipe } from './rendererPipe.mjs';

const [, , file] = process.argv;

// A release may change them for itself; this file isn't affected.
const { parse, stringify } = JSON;

const send = openPipe((line) => process.emit('message', parse(line)));
process.send = (message) => send(stringify(message));
createRequire(import.meta.url)(file);
