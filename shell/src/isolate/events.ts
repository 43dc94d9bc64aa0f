type Listener = (event: IsolateEvent) => void;
type AnyListener = Listener | { readonly handleEvent: Listener };

interface ListenerOptions {
  readonly once?: boolean;
  readonly signal?: IsolateAbortSignal;
}

class IsolateEvent {
  readonly type: string;
  target: IsolateEventTarget | undefined;

  constructor(type: string) {
    this.type = type;
  }
}

/** Events without a tree, which is all that signals and their users need. */
class IsolateEventTarget {
  readonly #listeners = new Map<string, Map<AnyListener, ListenerOptions>>();

  addEventListener(type: string, listener: AnyListener, options: ListenerOptions | boolean = {}): void {
    const { signal, ...rest } = typeof options === 'object' ? options : {};
    if (signal?.aborted) return;
    const listeners = this.#listeners.get(type) ?? new Map<AnyListener, ListenerOptions>();
    this.#listeners.set(type, listeners);
    if (!listeners.has(listener)) listeners.set(listener, rest);
    signal?.addEventListener('abort', () => this.removeEventListener(type, listener), { once: true });
  }

  removeEventListener(type: string, listener: AnyListener): void {
    this.#listeners.get(type)?.delete(listener);
  }

  dispatchEvent(event: IsolateEvent): boolean {
    event.target = this;
    for (const [listener, { once }] of [...(this.#listeners.get(event.type) ?? [])]) {
      if (once) this.removeEventListener(event.type, listener);
      try {
        if (typeof listener === 'function') listener.call(this, event);
        else listener.handleEvent(event);
      } catch (error) {
        console.error(error);
      }
    }
    return true;
  }
}

const aborted = () => new DOMException('This operation was aborted', 'AbortError');
const timedOut = () => new DOMException('The operation was aborted due to timeout', 'TimeoutError');

/** Aborts a signal; the signal itself has no such method. */
let abort: (signal: IsolateAbortSignal, reason: unknown) => void;

class IsolateAbortSignal extends IsolateEventTarget {
  #isAborted = false;
  #reason: unknown;
  onabort: Listener | null = null;

  static {
    abort = (signal, reason) => {
      if (signal.#isAborted) return;
      signal.#isAborted = true;
      signal.#reason = reason ?? aborted();
      const event = new IsolateEvent('abort');
      signal.onabort?.(event);
      signal.dispatchEvent(event);
    };
  }

  get aborted(): boolean {
    return this.#isAborted;
  }

  get reason(): unknown {
    return this.#reason;
  }

  throwIfAborted(): void {
    if (this.#isAborted) throw this.#reason;
  }

  static abort(reason?: unknown): IsolateAbortSignal {
    const signal = new IsolateAbortSignal();
    abort(signal, reason);
    return signal;
  }

  static timeout(delay: number): IsolateAbortSignal {
    const signal = new IsolateAbortSignal();
    setTimeout(() => abort(signal, timedOut()), delay);
    return signal;
  }

  static any(signals: Iterable<IsolateAbortSignal>): IsolateAbortSignal {
    const any = new IsolateAbortSignal();
    for (const signal of signals) {
      if (signal.aborted) abort(any, signal.reason);
      else signal.addEventListener('abort', () => abort(any, signal.reason), { once: true });
    }
    return any;
  }
}

class IsolateAbortController {
  readonly signal = new IsolateAbortSignal();

  abort(reason?: unknown): void {
    abort(this.signal, reason);
  }
}

/** Events and signals, by their names in browsers. */
export const eventGlobals = {
  Event: IsolateEvent,
  EventTarget: IsolateEventTarget,
  AbortSignal: IsolateAbortSignal,
  AbortController: IsolateAbortController,
};
