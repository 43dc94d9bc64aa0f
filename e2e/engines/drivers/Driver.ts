/** How a browser is started. */
export interface BrowserOptions {
  /** Address of the proxy that all of the browser's requests go through. */
  readonly proxy: string;
  /** Whether the visitor prefers dark pages. */
  readonly dark?: boolean;
  /** Whether pages may run scripts; the tests' own always may. */
  readonly javaScript?: boolean;
}

/** Keys that have no character of their own. */
export type Key = 'Tab' | 'Enter' | 'Escape' | 'Space';

/** Runs in the page: it must not use anything of the module around it, and returns what JSON can hold. */
export type PageFunction<Parameters extends readonly unknown[], Result> = (
  ...parameters: Parameters
) => Result | Promise<Result>;

/** What a browser does when it is told to. Each engine has one of its own; `Visitor` builds on it. */
export interface Driver {
  /** Name and version, as people know them. */
  readonly name: string;
  /** Opens an address and waits for its `load` event. */
  readonly open: (url: string) => Promise<void>;
  /** Goes so many steps through the tab's history; it does not wait until the page is there. */
  readonly go: (steps: -1 | 1) => Promise<void>;
  readonly reload: () => Promise<void>;
  /** Without JavaScript in pages the function must not return a promise: nothing would fulfil it. */
  readonly evaluate: <Parameters extends readonly unknown[], Result>(
    run: PageFunction<Parameters, Result>,
    ...parameters: Parameters
  ) => Promise<Result>;
  /** Moves the pointer to a place in the window, and presses and releases its button there. */
  readonly press: (x: number, y: number) => Promise<void>;
  /** Turns the wheel over a place, so many pixels down. */
  readonly wheel: (x: number, y: number, down: number) => Promise<void>;
  readonly key: (key: Key) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** Sets the size of the page, without the browser's own bars. */
  readonly resize: (width: number, height: number) => Promise<void>;
  /** What the window shows, as a PNG. */
  readonly screenshot: () => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}
