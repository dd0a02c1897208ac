import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@roost/contract/errors';
import type { AnyEndpoint } from '@roost/contract/endpoint';
import { MAX_FORM_TEXT_BYTES } from './uploads/multipart.ts';

const BODILESS = new Set(['GET', 'HEAD', 'OPTIONS']);
const JSON_TYPE = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;
/** The largest body in bytes, for an endpoint with body fields and for one without. */
export const BODY_BYTES = { withFields: 16_384, without: 8_192 } as const;

export function bodyLimitOf({ body, bodyBytes }: AnyEndpoint): number {
  return bodyBytes ?? (body ? BODY_BYTES.withFields : BODY_BYTES.without);
}

const FORM_TYPE = /^multipart\/form-data\s*;/i;

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

/** Closes the connection after the answer if there is a body, because the next request would come after the unread bytes. */
export function leaveBodyUnread(request: FastifyRequest, reply: FastifyReply): void {
  if (hasBody(request)) void reply.header('Connection', 'close');
}

/** Parses JSON and multipart. Any other type of body is answered with 415. An empty body may have any type. */
export async function bodies(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(body as string));
    } catch {
      done(new AppError('bad_input', { message: 'The body is not valid JSON.' }));
    }
  });
  // Only reading a chunked body shows whether it is empty.
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.once('end', () => done(null, undefined));
    payload.once('error', done);
    payload.once('data', () => {
      payload.removeAllListeners('end');
      done(new AppError('unsupported_media_type'));
    });
  });
  app.addHook('onRequest', (request, reply, done) => {
    const { headers } = request;
    const isEmpty = !hasBody(request);
    if (!isEmpty && (request.is404 || BODILESS.has(request.method))) {
      leaveBodyUnread(request, reply);
      if (!BODILESS.has(request.method)) throw new AppError('not_found');
    }
    const type = headers['content-type'] ?? '';
    // Without a type the parser for `*` above gets the body. It refuses every body that is not empty.
    if (isEmpty || !(JSON_TYPE.test(type) || FORM_TYPE.test(type))) delete headers['content-type'];
    done();
  });
  await app.register(multipart, {
    limits: { fieldSize: MAX_FORM_TEXT_BYTES, headerPairs: 50, fieldNameSize: 100 },
  });
}
