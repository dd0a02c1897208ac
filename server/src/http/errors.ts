import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError, type ErrorCode } from '@roost/contract/errors';
import { isBadValue, isUnavailable } from '../db/failures.ts';
import { allowanceHeaders, RateLimited } from './limiter.ts';

/** Seconds to wait where we can't know better. */
const RETRY_SOON = 2;

/** Turns anything thrown into the contract's failure shape. Nothing else makes an error response. */
export function translateErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const known = toAppError(error);
    if (known.status >= 500) request.log.error({ err: error }, 'request failed');
    return sendError(reply, known);
  });
}

export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.retryAfter !== undefined) void reply.header('Retry-After', error.retryAfter);
  if (error instanceof RateLimited) void reply.headers(allowanceHeaders(error.allowance));
  return reply.code(error.status).send(errorBody(error));
}

export function errorBody(error: AppError): Record<string, unknown> {
  return {
    status: error.status >= 500 ? 'error' : 'fail',
    message: error.message,
    code: error.code,
    ...(error.fields && { errors: error.fields }),
  };
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isUnavailable(error)) return new AppError('unavailable', { retryAfter: RETRY_SOON });
  if (isBadValue(error)) return new AppError('bad_input');
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return new AppError(
    codeOfStatus(typeof status === 'number' ? status : 500),
    status === 503 ? { retryAfter: RETRY_SOON } : {},
  );
}

/** Fastify's own refusals, by their status; their words can hold internals, so ours are used. */
function codeOfStatus(status: number): ErrorCode {
  if (status === 413) return 'too_large';
  if (status === 415 || status === 406) return 'unsupported_media_type';
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limited';
  if (status === 503) return 'unavailable';
  return status >= 400 && status < 500 ? 'bad_input' : 'internal';
}
