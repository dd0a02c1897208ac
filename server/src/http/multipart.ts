import type { FastifyRequest } from 'fastify';
import { AppError } from '@roost/contract/errors';

const MAX_FIELDS = 40;

/** The fields of a multipart request; a name that comes more than once becomes an array. */
export async function readMultipart(request: FastifyRequest): Promise<Record<string, unknown>> {
  // An empty body is never judged by its content type.
  if (request.headers['content-type'] === undefined) return {};
  if (!request.isMultipart()) throw new AppError('unsupported_media_type');
  const fields = new Map<string, unknown>();
  for await (const part of request.parts({ limits: { fields: MAX_FIELDS, files: 0, parts: MAX_FIELDS } })) {
    if (part.type === 'file') throw new AppError('bad_input', { message: 'Files can’t be sent here.' });
    const before = fields.get(part.fieldname);
    fields.set(part.fieldname, before === undefined ? part.value : [before, part.value].flat());
  }
  return Object.fromEntries(fields);
}
