import { locale } from '#words/locale';
import type { ApiError } from './api-error.ts';

/** Puts the server's messages in an error into the language of this page. Without the words, they stay English. */
export async function translateError(error: ApiError): Promise<ApiError> {
  // The language of the wire. Without a constant, the English build contains nothing of the rest.
  if (locale === 'en') return error;
  try {
    const { translate } = await import('./wire-messages.ts');
    error.message = translate(error.message);
    for (const field of error.errors ?? []) field.message = translate(field.message);
  } catch {
    // The connection is lost. The English text still says what happened.
  }
  return error;
}
