/** A font file of pages: the part of a package's font that the site's texts use. */
export interface Face {
  /** The file, in a package that the company's package.json names. */
  readonly source: string;
  /** The file's name in `fonts/` of the company. */
  readonly target: string;
  /** Whether names and titles from western Europe are set in it. Default: false, it has the letters of the site's languages. */
  readonly hasNames?: true;
  /** The variable font's axes, each limited to what the design uses. */
  readonly axes: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
}

/** A font file of cards, made of one of pages: with fixed axes, because what draws them knows no variable fonts. */
export interface CardFace {
  readonly source: string;
  readonly target: string;
  readonly axes: Readonly<Record<string, number>>;
}
