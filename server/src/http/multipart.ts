import type { FastifyRequest } from 'fastify';
import { AppError } from '@roost/contract/errors';

const MAX_FIELDS = 40;
/** Bytes of a whole body of text, in JSON or in fields; files are counted apart. */
export const MAX_BODY = 1_048_576;

/** The fields of a multipart request; a name that comes more than once becomes an array. */
export async function readMultipart(request: FastifyRequest): Promise<Record<string, unknown>> {
  // An empty body is never judged by its content type.
  if (request.headers['content-type'] === undefined) return {};
  if (!request.isMultipart()) throw new AppError('unsupported_media_type');
  const fields = new Map<string, unknown>();
  let size = 0;
  // All that comes counts, also what the parser throws away: headers without end, text between the parts.
  request.raw.on('data', (chunk: Buffer) => (size += chunk.length));
  for await (const [name, value] of textFields(request)) {
    if (size > MAX_BODY) break;
    const before = fields.get(name);
    fields.set(name, before === undefined ? value : [before, value].flat());
  }
  if (size > MAX_BODY) throw new AppError('too_large');
  return Object.fromEntries(fields);
}

async function* textFields(request: FastifyRequest): AsyncGenerator<[name: string, value: string]> {
  try {
    for await (const part of request.parts({
      limits: { fields: MAX_FIELDS, files: 0, parts: MAX_FIELDS },
    })) {
      if (part.type === 'file')
        throw new AppError('bad_input', { message: 'Files can’t be sent here.' });
      if (part.valueTruncated || part.fieldnameTruncated) throw new AppError('too_large');
      yield [part.fieldname, String(part.value)];
    }
  } catch (error) {
    if (error instanceof Error && !('statusCode' in error) && !(error instanceof AppError)) {
      // The parser's own: a form that is cut short or malformed.
      throw new AppError('bad_input', { message: 'The form is not complete.' });
    }
    throw error;
  }
}
