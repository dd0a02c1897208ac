import type { AnyEndpoint, Received } from '@roost/contract/endpoint';
import { AppError, type FieldError } from '@roost/contract/errors';
import type { z } from 'zod';
import { parseUntrusted } from '../../lib/parse-untrusted.ts';

/** Parses a request by the endpoint's schemas. A malformed id gets `not_found`, because no row can have it. */
export function parseInput<E extends AnyEndpoint>(
  endpoint: E,
  raw: { params: unknown; query: unknown; body: unknown },
): Received<E> {
  return {
    params: endpoint.params ? parse(endpoint.params, raw.params, 'not_found') : {},
    query: endpoint.query ? parse(endpoint.query, raw.query, 'bad_input') : {},
    body: endpoint.body ? parse(endpoint.body, raw.body ?? {}, 'bad_input') : {},
  } as Received<E>;
}

function parse(schema: z.ZodType, value: unknown, code: 'bad_input' | 'not_found'): unknown {
  const result = parseUntrusted(schema, value);
  if (result.success) return result.data;
  if (code === 'not_found') throw new AppError('not_found');
  throw badInput(result.issues);
}

/** The first problem is the message. The fields list at most 20 problems. */
function badInput(issues: z.core.$ZodIssue[]): AppError {
  const fields: FieldError[] = issues.slice(0, 20).map((issue) => ({
    path: issue.path.join('.').slice(0, 200),
    message: describe(issue),
  }));
  const [first] = fields;
  return new AppError('bad_input', first ? { message: first.message, fields } : {});
}

function describe(issue: z.core.$ZodIssue): string {
  const field = issue.path.at(-1);
  if (issue.code === 'invalid_type' && field !== undefined)
    return `Enter a valid ${String(field).slice(0, 50)}.`;
  return issue.message;
}
