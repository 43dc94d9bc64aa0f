/**
 * A schema of any library that implements Standard Schema, such as zod or Valibot.
 *
 * @see https://standardschema.dev
 */
export interface Schema<Output> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
  };
}

type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** How many problems of a value an error names. */
const mostIssues = 3;

/**
 * A value as a schema has it.
 *
 * @throws {TypeError} naming where the value doesn't fit, such as `0.title: Invalid input`
 */
export async function fitting<Output>(schema: Schema<Output>, value: unknown): Promise<Output> {
  const result = await schema['~standard'].validate(value);
  if (!result.issues) return result.value;
  const problems = result.issues.slice(0, mostIssues).map(({ path = [], message }) => `${placeOf(path)}: ${message}`);
  throw new TypeError(problems.join('; '));
}

const placeOf = (path: NonNullable<SchemaIssue['path']>): string =>
  path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.') || 'the whole of it';
