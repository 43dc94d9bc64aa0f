import { z } from 'zod';

/** A name as npm allows it; older packages have capitals. */
export const packageName = z
  .string()
  .max(214)
  .regex(/^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/i, 'must be the name of a package');

const packageVersion = z
  .string()
  .max(100)
  .regex(/^[\w.+-]+$/, 'must be a version');

/** The packages that a remote's manifest names, with their versions. */
export const packagesSchema: z.ZodType<Readonly<Record<string, string>>> = z
  .record(packageName, packageVersion)
  .refine((packages) => Object.keys(packages).length <= 300, 'must be at most 300 packages');
