import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { AppError } from '@roost/contract/errors';
import { MAX_BODY } from './multipart.ts';

const JSON_TYPE = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;
const FORM_TYPE = /^multipart\/form-data\s*;/i;

/** JSON and multipart; anything else with a body is 415, and an empty body is never judged by its type. */
export async function bodies(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(body as string));
    } catch {
      done(new AppError('bad_input', { message: 'The body is not valid JSON.' }));
    }
  });
  // Whether a chunked body is empty is known only by reading it.
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.once('end', () => done(null, undefined));
    payload.once('error', done);
    payload.once('data', () => {
      payload.removeAllListeners('end');
      done(new AppError('unsupported_media_type'));
    });
  });
  app.addHook('onRequest', async (request) => {
    const { headers } = request;
    const isEmpty =
      headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
    const type = headers['content-type'] ?? '';
    // Without a type the last parser above judges it, by whether there is anything to judge.
    if (isEmpty || !(JSON_TYPE.test(type) || FORM_TYPE.test(type))) delete headers['content-type'];
  });
  await app.register(multipart, {
    limits: { fieldSize: MAX_BODY, headerPairs: 50, fieldNameSize: 100 },
  });
}
