import type { z } from 'zod';

type Parsed<Output> =
  | { success: true; data: Output }
  | { success: false; issues: z.core.$ZodIssue[] };

/**
 * Parses a value from outside. Zod compares the `length` of every value with a limit, also of an object that is not a text or a
 * list. If that length cannot be compared, Zod throws a TypeError. Here the value is then not valid.
 */
export function parseUntrusted<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Parsed<z.output<Schema>> {
  try {
    const result = schema.safeParse(value);
    return result.success ? result : { success: false, issues: result.error.issues };
  } catch (error) {
    if (!(error instanceof TypeError) || !/primitive value/.test(error.message)) throw error;
    return { success: false, issues: [] };
  }
}
