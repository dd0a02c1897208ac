import { errors, type ErrorCode } from '@roost/contract/errors';
import { expect } from 'vitest';
import { z } from 'zod';
import type { RawAnswer } from './raw-http.ts';

const failure = z.strictObject({
  status: z.enum(['fail', 'error']),
  message: z.string().min(1),
  code: z.string().refine((code) => code in errors),
  errors: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
  challenge: z.string().optional(),
  methods: z.array(z.string()).optional(),
  until: z.string().nullable().optional(),
  reason: z.string().nullable().optional(),
  appealToken: z.string().nullable().optional(),
  deletesAt: z.string().optional(),
  restoreToken: z.string().optional(),
});

/**
 * Internal details that no answer may contain: stacks, statements, paths, names of software. The short names are whole words,
 * because a random token can contain their letters.
 */
const INTERNALS =
  /\bat (?:async )?\S+ \(|node_modules|file:\/\/|\/(?:work|home|root|usr|tmp)\/|\.(?:ts|js):\d+|\b(?:select|insert into|update|delete from) \w+ |relation "|syntax error|\bFST_ERR|fastify|postgres|kysely|\bzod\b|\bECONN/i;

/** Expects a failure in the contract's JSON shape, with this code, its status, and without internal details. */
export async function expectFailure(
  response: Response,
  code?: ErrorCode,
): Promise<z.infer<typeof failure>> {
  const body = expectFailureText(response, await response.text());
  if (code) expect(body.code).toBe(code);
  return body;
}

/** The same for an answer whose text is known. */
export function expectFailureText(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
): z.infer<typeof failure> {
  expect(headers.get('content-type'), text).toMatch(/^application\/json/);
  const body = failure.parse(JSON.parse(text));
  expect(errors[body.code as ErrorCode][0]).toBe(status);
  expect(body.status).toBe(status >= 500 ? 'error' : 'fail');
  expect(INTERNALS.exec(text)?.[0]).toBeUndefined();
  return body;
}

/** Expects the same of a raw answer. Its status may be one of HTTP itself, without a code in the contract. */
export function expectRawFailure(answer: RawAnswer, statuses: number[]): void {
  expect(statuses, `${answer.status} ${answer.body}`).toContain(answer.status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(JSON.parse(answer.body)).toMatchObject({
    status: 'fail',
    code: expect.any(String),
    message: expect.any(String),
  });
  expect(INTERNALS.exec(answer.body)?.[0]).toBeUndefined();
}
