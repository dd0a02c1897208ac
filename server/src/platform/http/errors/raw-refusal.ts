import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '@roost/contract/errors';
import { errorBody } from './errors.ts';

/** Writes an error to a raw connection and closes it. For data that is refused before it becomes a Fastify request. */
export function refuseConnection(socket: Duplex, error: AppError, status = error.status): void {
  if (!socket.writable) return;
  const body = JSON.stringify(errorBody(error));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(error.retryAfter === undefined ? [] : [`Retry-After: ${error.retryAfter}`]),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Refuses bytes that Node's parser cannot read as a request. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [code, status] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? (['too_large', 431] as const)
      : (['bad_input', error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400] as const);
  refuseConnection(socket, new AppError(code), status);
  socket.destroySoon();
}
