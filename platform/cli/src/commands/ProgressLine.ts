import { terminalLine } from '@site/shared/plainText.ts';

/** How often a log gets a line while only numbers change, in milliseconds. */
const logInterval = 60_000;

/** Shows on standard error how far a command is: one line that changes in a terminal, few lines in a log. */
export class ProgressLine {
  readonly #stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>;
  #written = Number.NEGATIVE_INFINITY;
  #subject = '';
  #isOpen = false;

  constructor(stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'> = process.stderr) {
    this.#stream = stream;
  }

  /** @param subject what a log must not miss: a new value is written at once */
  show(text: string, subject: string, now = Date.now()): void {
    const line = `… ${terminalLine(text)}`;
    if (this.#stream.isTTY) {
      this.#stream.write(`\r\u001b[K${line.slice(0, Math.max(20, this.#stream.columns - 1))}`);
      this.#isOpen = true;
    } else if (subject !== this.#subject || now - this.#written >= logInterval) {
      this.#stream.write(`${line}\n`);
      this.#written = now;
    }
    this.#subject = subject;
  }

  /** Ends the line, so that further output starts below it. */
  end(): void {
    if (this.#isOpen) this.#stream.write('\n');
    this.#isOpen = false;
  }
}
