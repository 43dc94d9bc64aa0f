import type { Duplex } from 'node:stream';
import type { FromRenderer, ToRenderer } from '@site/shell/render/messages.ts';
import { rendererLimits } from '../limits.ts';
import { boundedLines } from './boundedLines.ts';
import { measureJson } from './measureJson.ts';
import { parseRendererMessage } from './rendererMessages.ts';

/** What a channel tells the process that it belongs to. */
interface ChannelListener {
  readonly onMessage: (message: FromRenderer) => void;
  /** Called when the process has sent something invalid. No message comes after it. */
  readonly onMisuse: (problem: string) => void;
  /** Called when the channel has closed without a call of `close`. */
  readonly onLost: () => void;
}

const { bytes, values, depth, saved, unread } = rendererLimits.workerMessages;

/**
 * The server's end of the pipe to a worker's process: messages as JSON, one a line. What comes is untrusted, even when the
 * release is honest, since V8 may have a bug: each line is measured before it is parsed, and a process can't send more in
 * all than its jobs may.
 */
export class WorkerChannel {
  readonly #pipe: Duplex;
  readonly #listener: ChannelListener;
  /** What the process may still send. Each job adds what one message may have. */
  #left: { readonly bytes: number; readonly values: number } = { bytes, values };
  #isOpen = true;
  /** What is sent after the message that is being sent in parts. */
  #held: string[] | undefined;

  constructor(pipe: Duplex, listener: ChannelListener) {
    this.#pipe = pipe;
    this.#listener = listener;
    const read = boundedLines(bytes, {
      onLine: (line) => this.#receive(line),
      onTooLong: () => this.#misused(`a message of more than ${bytes} bytes`),
    });
    pipe.on('data', (data: Buffer) => this.#isOpen && read(data));
    for (const event of ['end', 'error', 'close']) pipe.on(event, () => this.#lost());
  }

  /** Whether messages can be sent. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Sends a message; returns whether the channel is open. */
  send(message: ToRenderer): boolean {
    if (!this.#isOpen) return false;
    if (message.type === 'render' || message.type === 'inspect') this.#allowMore();
    const line = `${JSON.stringify(message)}\n`;
    if (this.#held) this.#held.push(line);
    else this.#write(line);
    return this.#isOpen;
  }

  /**
   * Sends a long message as its parts come and the process takes them. Messages that are sent meanwhile follow it.
   *
   * @throws whatever the parts throw before the first; the messages that follow are then dropped
   */
  async sendParts(parts: AsyncIterable<string>): Promise<void> {
    const held: string[] = [];
    this.#held = held;
    try {
      for await (const part of parts) {
        if (!this.#isOpen) return;
        if (!this.#write(part)) await this.#drained();
      }
      if (this.#isOpen) for (const line of held) this.#write(line);
    } finally {
      this.#held = undefined;
    }
  }

  /** Stops sending and receiving: an honest process then ends. */
  close(): void {
    this.#isOpen = false;
    this.#pipe.end();
  }

  /** Returns whether the process has room for more. */
  #write(text: string): boolean {
    const hasRoom = this.#pipe.write(text);
    if (this.#pipe.writableLength > unread) this.#misused(`nothing, and left ${unread} bytes unread`);
    return hasRoom;
  }

  async #drained(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#pipe.once('drain', resolve).once('close', resolve);
    await promise;
    this.#pipe.off('drain', resolve).off('close', resolve);
  }

  #allowMore(): void {
    const left = this.#left;
    this.#left = {
      bytes: Math.min(left.bytes + bytes, saved * bytes),
      values: Math.min(left.values + values, saved * values),
    };
  }

  #receive(line: Buffer): void {
    if (!this.#isOpen) return;
    const text = line.toString();
    const measured = measureJson(text, { values, depth });
    if (!measured) {
      this.#misused(`a message of more than ${values} values, or nested more than ${depth} times`);
      return;
    }
    this.#left = { bytes: this.#left.bytes - line.length, values: this.#left.values - measured.values };
    if (this.#left.bytes < 0 || this.#left.values < 0) {
      this.#misused('more messages than its pages need');
      return;
    }
    const message = parse(text);
    if (message) this.#listener.onMessage(message);
    else this.#misused('an invalid message');
  }

  #misused(problem: string): void {
    this.#isOpen = false;
    this.#pipe.destroy();
    this.#listener.onMisuse(problem);
  }

  #lost(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#listener.onLost();
  }
}

function parse(text: string): FromRenderer | undefined {
  try {
    return parseRendererMessage(JSON.parse(text));
  } catch {
    return undefined;
  }
}
