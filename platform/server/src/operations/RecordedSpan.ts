import type { Span, SpanFacts, SpanKind } from '@site/node/spans.ts';

/** A rendering of a request: of which release, how long it took, and why it failed. */
export interface RecordedRendering {
  readonly facts: SpanFacts;
  readonly milliseconds: number;
}

/** What a recorded span passes on. */
interface Recorded {
  /** The span of its trace; undefined where nothing is traced. */
  readonly traced: Span | undefined;
  /** Headers that let another server continue the request. */
  readonly headers: Span['headers'];
}

/** Keeps what is said of a request while it is answered, and passes it on to its trace. */
export class RecordedSpan implements Span {
  readonly ids: Span['ids'];
  readonly headers: Span['headers'];
  /** What was said of the request itself. */
  readonly facts: Record<string, string | number | undefined> = {};
  readonly renderings: RecordedRendering[] = [];
  readonly #traced: Span | undefined;
  readonly #begun = performance.now();
  readonly #ended: (ended: RecordedRendering) => void;

  constructor({ traced, headers }: Recorded, ended: (ended: RecordedRendering) => void = () => {}) {
    this.#traced = traced;
    this.#ended = ended;
    this.headers = traced?.headers ?? headers;
    this.ids = traced?.ids ?? { trace_id: '', span_id: '' };
  }

  begin(name: string, facts: SpanFacts = {}, kind?: SpanKind): Span {
    const traced = this.#traced?.begin(name, facts, kind);
    const part = new RecordedSpan({ traced, headers: this.headers }, (ended) => {
      if (name === 'render') this.renderings.push(ended);
    });
    Object.assign(part.facts, facts);
    return part;
  }

  add(name: string, milliseconds: number, facts: SpanFacts, kind: SpanKind): void {
    this.#traced?.add(name, milliseconds, facts, kind);
  }

  set(facts: SpanFacts): void {
    Object.assign(this.facts, facts);
    this.#traced?.set(facts);
  }

  end(facts: SpanFacts = {}): void {
    Object.assign(this.facts, facts);
    this.#ended({ facts: this.facts, milliseconds: performance.now() - this.#begun });
    this.#traced?.end(facts);
  }
}
