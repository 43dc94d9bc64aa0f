import { etagOf } from '@site/node/conditionalGet.ts';
import { compressInBackground, type Encoding } from '../pages/encodings.ts';

/** A text as it is sent: its tag and its bytes. */
interface SentText {
  /** Names the encoding, since each has different bytes. */
  readonly etag: string;
  readonly body: Buffer;
}

/** A text that many may ask for: each of its encodings is made once, in the background. */
export class PreparedText {
  readonly #text: string;
  readonly #sent = new Map<Encoding, Promise<SentText>>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The text in an encoding. */
  in(encoding: Encoding): Promise<SentText> {
    const known = this.#sent.get(encoding) ?? this.#prepare(encoding);
    this.#sent.set(encoding, known);
    return known;
  }

  async #prepare(encoding: Encoding): Promise<SentText> {
    const content = Buffer.from(this.#text);
    const body = encoding === 'identity' ? content : await compressInBackground(content, encoding);
    return { etag: etagOf(`${encoding} ${this.#text}`), body };
  }
}

/** Remembers a value until one of the parts that it is made of is another one. */
export function unlessChanged<Value>() {
  let last: { readonly parts: readonly unknown[]; readonly value: Value } | undefined;
  return (parts: readonly unknown[], make: () => Value): Value => {
    const isSame = last?.parts.length === parts.length && last.parts.every((part, index) => part === parts[index]);
    if (!last || !isSame) last = { parts, value: make() };
    return last.value;
  };
}
