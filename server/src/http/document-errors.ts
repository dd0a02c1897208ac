import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../html-text.ts';
import { sendDocument } from './document.ts';
import { toAppError } from './errors.ts';

/** Has what fails among these routes told by a page, logged as everywhere. */
export function documentErrors(app: FastifyInstance, title: string): void {
  app.setErrorHandler((error, request, reply) => {
    const { status, message, retryAfter } = toAppError(error);
    if (status >= 500) request.log.error({ err: error }, 'request failed');
    if (retryAfter !== undefined) void reply.header('Retry-After', retryAfter);
    const body = `<h1>${escapeHtml(message)}</h1><p><a class="way" href="/premium">Back to Premium</a></p>`;
    return sendDocument(reply.code(status), { title, body, isNarrow: true });
  });
}
