import type { Release } from '@site/releases/Release.ts';
import type { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Arrangement } from './arrange.ts';

/** Who is told of what has changed. */
export interface VerdictListener {
  readonly onMisfit: (release: Release, misfit: OperatorError) => void;
  readonly onFit: (release: Release) => void;
}

const fits = 'fits';

/** Tells which releases don't fit, and which do again: once each time that it changes. */
export class Verdicts {
  readonly #listener: VerdictListener;
  /** Of each release the code of what keeps it from being shown, or that it fits. */
  #last: ReadonlyMap<Release, string> = new Map();

  constructor(listener: VerdictListener) {
    this.#listener = listener;
  }

  /** Compares an arrangement with the one before. */
  update({ shell, remotes, misfits }: Arrangement): void {
    const fitting = [shell, ...[...remotes.values()].flat()];
    for (const release of fitting) if (this.#last.get(release) !== fits) this.#listener.onFit(release);
    for (const [release, misfit] of misfits)
      if (this.#last.get(release) !== misfit.code) this.#listener.onMisfit(release, misfit);
    this.#last = new Map([
      ...fitting.map((release) => [release, fits] as const),
      ...[...misfits].map(([release, { code }]) => [release, code] as const),
    ]);
  }
}
