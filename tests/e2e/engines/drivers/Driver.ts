/** How a browser is started. */
export interface BrowserOptions {
  /** Address of the proxy for all requests. */
  readonly proxy: string;
  /** Whether the visitor prefers dark pages. */
  readonly dark?: boolean;
  /** Whether pages may run scripts; the tests' own scripts always run. */
  readonly javaScript?: boolean;
}

/** Keys without a character. */
export type Key = 'Tab' | 'Enter' | 'Escape' | 'Space';

/** Runs in the page: must not use anything of its module, and must return JSON. */
export type PageFunction<Parameters extends readonly unknown[], Result> = (
  ...parameters: Parameters
) => Result | Promise<Result>;

/** Controls a browser. Each engine has its own driver. */
export interface Driver {
  /** Name and version, as people know them. */
  readonly name: string;
  /** Opens an address and waits for its `load` event. */
  readonly open: (url: string) => Promise<void>;
  /** Moves through the tab's history, without waiting for the page. */
  readonly go: (steps: -1 | 1) => Promise<void>;
  readonly reload: () => Promise<void>;
  /** Without JavaScript in pages, the function must not return a promise: it would never resolve. */
  readonly evaluate: <Parameters extends readonly unknown[], Result>(
    run: PageFunction<Parameters, Result>,
    ...parameters: Parameters
  ) => Promise<Result>;
  /** Clicks at a place in the window. */
  readonly press: (x: number, y: number) => Promise<void>;
  /** Scrolls down with the wheel at a place. */
  readonly wheel: (x: number, y: number, down: number) => Promise<void>;
  readonly key: (key: Key) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** Sets the size of the page's viewport. */
  readonly resize: (width: number, height: number) => Promise<void>;
  /** A PNG of the window. */
  readonly screenshot: () => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}
