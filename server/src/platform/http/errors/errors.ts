import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode } from '@roost/contract/errors';
import { isBadValue, isUnavailable } from '../../database/failures.ts';
import { isDiskFull } from '../../../lib/disk-full.ts';
import { Overloaded } from '../limits/request-queue.ts';
import { allowanceHeaders, RateLimited } from '../limits/rate-limiter.ts';

/** For errors that do not say when to retry. */
const DEFAULT_RETRY_SECONDS = 2;
/** An operator needs at least this time to free space on a disk. */
const DISK_FULL_RETRY_SECONDS = 60;

/** Turns anything thrown into the contract's failure shape. No other place makes error responses. */
export function translateErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const known = isCutShort(request) ? new AppError('bad_input') : toAppError(error);
    if (known.status >= 500 && !(known instanceof Overloaded))
      request.log.error({ err: error }, 'request failed');
    return sendError(reply, known);
  });
}

/** Whether the sender disconnected before the whole request arrived. That then is the cause of any error. */
export function isCutShort({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
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
    ...error.details,
  };
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDiskFull(error))
    return new AppError('storage_full', { retryAfter: DISK_FULL_RETRY_SECONDS });
  if (isUnavailable(error))
    return new AppError('unavailable', { retryAfter: DEFAULT_RETRY_SECONDS });
  if (isBadValue(error)) return new AppError('bad_input');
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return new AppError(
    codeOfStatus(typeof status === 'number' ? status : 500),
    status === 503 ? { retryAfter: DEFAULT_RETRY_SECONDS } : {},
  );
}

/** Maps Fastify's errors by status. Their messages can reveal internals, so the answer uses the contract's messages. */
function codeOfStatus(status: number): ErrorCode {
  if (status === 413) return 'too_large';
  if (status === 415 || status === 406) return 'unsupported_media_type';
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limited';
  if (status === 503) return 'unavailable';
  return status >= 400 && status < 500 ? 'bad_input' : 'internal';
}
