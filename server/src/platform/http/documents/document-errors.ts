import { wordsIn } from '#words/platform';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../../../lib/html-text.ts';
import type { Locale } from '../../locale.ts';
import { translateMessage } from '../errors/translate-message.ts';
import { documentLocale } from './document-site.ts';
import { sendDocument } from './document.ts';
import { isCutShort, toAppError } from '../errors/errors.ts';

/** Answers errors of these routes with an HTML page. Logs them like all other routes. */
export function documentErrors(app: FastifyInstance, titleIn: (locale: Locale) => string): void {
  app.setErrorHandler(async (error, request, reply) => {
    const { status, message, retryAfter } = toAppError(error);
    if (status >= 500 && !isCutShort(request)) request.log.error({ err: error }, 'request failed');
    if (retryAfter !== undefined) void reply.header('Retry-After', retryAfter);
    const locale = await documentLocale(request);
    const body = `<h1>${escapeHtml(translateMessage(message, locale))}</h1><p><a class="way" href="/premium">${escapeHtml(wordsIn(locale).backToPremium)}</a></p>`;
    return sendDocument(reply.code(status), {
      locale,
      title: titleIn(locale),
      body,
      isNarrow: true,
    });
  });
}
