declare module 'subset-font' {
  interface AxisRange {
    readonly min: number;
    readonly max: number;
  }

  interface SubsetOptions {
    readonly targetFormat: 'sfnt' | 'woff' | 'woff2';
    readonly variationAxes?: Readonly<Record<string, AxisRange | number>>;
    readonly keepFeatures?: readonly string[];
    readonly noHinting?: boolean;
  }

  export default function subsetFont(font: Buffer, text: string, options: SubsetOptions): Promise<Buffer>;
}
