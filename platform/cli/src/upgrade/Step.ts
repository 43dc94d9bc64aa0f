/** One step of an update. */
export interface Step {
  /** What there is to do, and why. */
  readonly what: string;
  /** The commands that do it, as root pastes them in any folder. */
  readonly commands: readonly string[];
  /** Whether it must be done before all later steps. */
  readonly blocks?: true;
}

/** The result of `site upgrade --check`. */
export interface UpgradePlan {
  /** The version of this checkout. */
  readonly version: string;
  /** The running servers, and the version of each; undefined of one that doesn't answer, or is older than 1.1.0. */
  readonly servers: Readonly<Record<string, string | undefined>>;
  /** What to do, in this order. */
  readonly steps: readonly Step[];
}
