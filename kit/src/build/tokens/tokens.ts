/** A token of the design: a value and, for colours and shadows, what it becomes in the dark theme. */
export interface Token<Value = string> {
  readonly $value: Value;
  readonly $extensions?: { readonly mode?: { readonly dark?: string } };
}

/** Tokens of one kind, by name. */
export type TokenGroup<Value = string> = Readonly<Record<string, Token<Value>>>;

/** A text style. */
export interface Typography {
  readonly fontFamily: string;
  readonly fontWeight: number;
  readonly fontSize: string;
  readonly lineHeight: number;
  readonly letterSpacing: string;
}

/** One layer of a shadow. */
export interface ShadowLayer {
  readonly color: string;
  readonly offsetX: string;
  readonly offsetY: string;
  readonly blur: string;
  readonly spread: string;
}

/** The parts of `tokens.json` that the style sheet is made of. */
export interface DesignTokens {
  readonly color: TokenGroup;
  readonly illustration: TokenGroup;
  readonly font: { readonly family: TokenGroup<readonly string[]>; readonly weight: TokenGroup<number> };
  readonly typography: TokenGroup<Typography>;
  readonly space: TokenGroup;
  readonly radius: TokenGroup;
  readonly size: TokenGroup;
  readonly breakpoint: TokenGroup;
  readonly shadow: TokenGroup<readonly ShadowLayer[]>;
  readonly focus: TokenGroup;
  readonly motion: { readonly duration: TokenGroup; readonly easing: TokenGroup<readonly number[]> };
}
