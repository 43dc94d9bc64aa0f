/** The renderer in an isolate, which has only JavaScript itself and what its host provides. */
import { closeWaysOut } from '../isolate/closeWaysOut.ts';
import { createConsole } from '../isolate/console.ts';
import { defineGlobals } from '../isolate/globals.ts';
import type { Isolated, IsolateHost } from '../isolate/host.ts';
import { createTimers } from '../isolate/timers.ts';
import { answerMessage } from '../render/answerMessage.ts';
import { openChannel, send } from '../render/channel.ts';

/** Starts the renderer. */
export function start(...host: IsolateHost): Isolated {
  const [sendText, print, startTimer, stopTimer, randomBytes, compile] = host;
  const { stringify, parse } = JSON;
  const timers = createTimers(startTimer, stopTimer);
  defineGlobals({
    ...timers.globals,
    console: createConsole(print),
    crypto: Object.freeze({
      getRandomValues: (array: Uint8Array) => {
        const bytes = randomBytes(array.byteLength);
        new Uint8Array(array.buffer, array.byteOffset).set(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
        return array;
      },
    }),
  });
  closeWaysOut();
  openChannel({ send: (message) => sendText(stringify(message)), compile });
  send({ type: 'ready' });
  return { receive: (message) => answerMessage(parse(message)), runTimer: timers.run };
}
