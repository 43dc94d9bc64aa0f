import type { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Fault, Pointer } from '@site/shared/contract/release.ts';
import { type FaultLog, pointerPart } from '../FaultLog.ts';
import { storePath } from '../names.ts';
import type { StoredPolicy } from '../policy.ts';
import { composeRoutes, type ReleaseSet } from '../Release.ts';
import type { RefusedPointer } from './LivePointers.ts';

/** Reports to the list of releases, once each, what is wrong with the releases that should be live, and what works again. */
export class ReleaseReports {
  readonly #faults: FaultLog;
  readonly #onUnusable: (app: string, version: string) => void;
  /** The last report about each app's pointer and the policy: the refused version and why, or empty. */
  readonly #pointers = new Map<string, string>();
  /** The signature of the pointer that was last reported as accepted, by app. */
  readonly #accepted = new Map<string, string>();
  /** The faults of the pages that were last reported as left out of the route table, by their JSON. */
  #pages: ReadonlyMap<string, Omit<Fault, 'at'>> = new Map();

  /** The last reported code of each version that can't be used. */
  readonly #unusable = new Map<string, string>();

  /** @param onUnusable is called with each version that can't be used, in whole or in part */
  constructor(faults: FaultLog, onUnusable: (app: string, version: string) => void) {
    this.#faults = faults;
    this.#onUnusable = onUnusable;
  }

  /**
   * Reports a version that can't be used, once for each reason, since it is retried.
   *
   * @param isAwaited whether visitors should get it. One that was live earlier costs them nothing.
   */
  unusable(app: string, version: string, { code, message }: OperatorError, isAwaited = true): void {
    if (isAwaited) this.#onUnusable(app, version);
    const id = `${app}@${version}`;
    if (this.#unusable.get(id) === code) return;
    this.#unusable.set(id, code);
    this.#faults.report({ app, version, code, message });
  }

  /** Records that a version can be used: a later failure counts as new. */
  usable(app: string, version: string): void {
    this.#unusable.delete(`${app}@${version}`);
  }

  /** Reports which pointer an app follows, or which policy is in force, if it is signed, so that commands can say whether it is the one that they wrote. */
  accepted(app: string, signed: Pick<Pointer, 'signature'> | Pick<StoredPolicy, 'signature'> | undefined): void {
    const { value } = signed?.signature ?? {};
    if (value === undefined || this.#accepted.get(app) === value) return;
    this.#accepted.set(app, value);
    this.#faults.reportAccepted(app, value);
  }

  /** Reports which apps' pointers are refused, and which no longer are. Returns whether anything is new. */
  pointers(apps: readonly string[], refused: ReadonlyMap<string, RefusedPointer>): boolean {
    const stateOf = (app: string): string => {
      const { version, reason } = refused.get(app) ?? {};
      return reason ? `${version} ${reason.code}` : '';
    };
    const changed = apps.filter((app) => this.#pointers.get(app) !== stateOf(app));
    for (const app of changed) {
      const { version = '', reason } = refused.get(app) ?? {};
      const pointer = { app, version, module: pointerPart };
      if (reason) this.#faults.report({ ...pointer, code: reason.code, message: reason.message });
      else this.#faults.clear(pointer);
      this.#pointers.set(app, stateOf(app));
    }
    return changed.length > 0;
  }

  /** Reports whether the store's route policy is refused, as a pointer of no version; returns whether that is new. */
  policy(reason: OperatorError | undefined): boolean {
    return this.pointers([storePath.policy], new Map(reason ? [[storePath.policy, { version: '', reason }]] : []));
  }

  /** Reports which pages the route policy leaves out, and which are back. */
  pages({ remotes, policy }: ReleaseSet): void {
    const faults = composeRoutes(remotes, policy).problems.map(({ remote, page, code, message, remedy }) => {
      const version = remotes.get(remote)?.[0]?.manifest.version ?? '';
      return { app: remote, version, module: page.module, code, message: `${message} ${remedy}` };
    });
    const now = new Map(faults.map((fault) => [JSON.stringify(fault), fault]));
    const before = this.#pages;
    for (const [key, fault] of before) if (!now.has(key)) this.#faults.clear(fault);
    for (const [key, fault] of now) {
      if (before.has(key)) continue;
      this.#faults.report(fault);
      this.#onUnusable(fault.app, fault.version);
    }
    this.#pages = now;
  }
}
