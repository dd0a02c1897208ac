import { wordsIn } from '#words/platform';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../../../lib/html-text.ts';
import { siteLocale } from '../../locale.ts';
import { sendDocument } from './document.ts';
import { isCutShort, toAppError } from '../errors.ts';

/** Answers errors of these routes with an HTML page. Logs them like all other routes. */
export function documentErrors(app: FastifyInstance, title: string): void {
  app.setErrorHandler(async (error, request, reply) => {
    const { status, message, retryAfter } = toAppError(error);
    if (status >= 500 && !isCutShort(request)) request.log.error({ err: error }, 'request failed');
    if (retryAfter !== undefined) void reply.header('Retry-After', retryAfter);
    const body = `<h1>${escapeHtml(message)}</h1><p><a class="way" href="/premium">${escapeHtml(wordsIn(siteLocale).backToPremium)}</a></p>`;
    return sendDocument(reply.code(status), {
      locale: siteLocale,
      title,
      body,
      isNarrow: true,
    });
  });
}
