import { rm } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import type { AnyEndpoint } from '@roost/contract/endpoint';
import { AppError } from '@roost/contract/errors';
import { tiers } from '@roost/contract/limits';
import type { Context } from '../context.ts';
import { spokenName } from './file-names.ts';
import { receiveFile, type Sizes, type Upload } from './uploads.ts';

const MAX_FIELDS = 40;
const MAX_PARTS = 60;
/** Bytes of a whole body of text, in JSON or in fields; files are counted apart. */
export const MAX_BODY = 1_048_576;
/** Milliseconds a refused sender has to stop; what still comes meanwhile is thrown away. */
const PATIENCE = 10_000;

type Part = Awaited<ReturnType<ReturnType<FastifyRequest['parts']>['next']>>['value'];

/** A multipart request, its files on disk until it is disposed of. */
export class Form implements AsyncDisposable {
  readonly fields = new Map<string, unknown>();
  readonly files: Upload[] = [];
  #release = () => {};

  readonly #ctx: Context;
  readonly #request: FastifyRequest;
  readonly #endpoint: AnyEndpoint;
  /** All that came, and what of it were files' own bytes. */
  #size = 0;
  #fileBytes = 0;

  private constructor(ctx: Context, endpoint: AnyEndpoint, request: FastifyRequest) {
    this.#ctx = ctx;
    this.#request = request;
    this.#endpoint = endpoint;
  }

  /** Reads the whole form; a name that comes more than once becomes an array. */
  static async read(ctx: Context, endpoint: AnyEndpoint, request: FastifyRequest): Promise<Form> {
    const form = new Form(ctx, endpoint, request);
    // An empty body is never judged by its content type.
    if (request.headers['content-type'] === undefined) return form;
    if (!request.isMultipart()) throw new AppError('unsupported_media_type');
    try {
      await form.#readParts();
      return form;
    } catch (error) {
      await form[Symbol.asyncDispose]();
      discardRest(request);
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#release();
    this.#release = () => {};
    await Promise.all(this.files.splice(0).map(({ path }) => rm(path, { force: true })));
  }

  async #readParts(): Promise<void> {
    // All that comes counts, also what the parser throws away: headers without end, text between the parts.
    this.#request.raw.on('data', (chunk: Buffer) => (this.#size += chunk.length));
    for await (const part of partsOf(this.#request)) {
      if (part.type === 'file') await this.#addFile(part);
      else this.#addField(part);
      if (this.#size - this.#fileBytes > MAX_BODY) throw new AppError('too_large');
    }
  }

  #addField(part: Extract<Part, { type: 'field' }>): void {
    if (part.valueTruncated || part.fieldnameTruncated) throw new AppError('too_large');
    const value = String(part.value);
    const before = this.fields.get(part.fieldname);
    this.fields.set(part.fieldname, before === undefined ? value : [before, value].flat());
  }

  async #addFile(part: Extract<Part, { type: 'file' }>): Promise<void> {
    const { viewer } = this.#request;
    const { files: allowed = {}, pictureBytes, limit: budget } = this.#endpoint;
    const most = Object.hasOwn(allowed, part.fieldname) ? (allowed[part.fieldname] ?? 0) : 0;
    if (most === 0 || !viewer)
      throw new AppError('bad_input', { message: 'Files can’t be sent here.' });
    const known = this.files.filter(({ field }) => field === part.fieldname).length;
    const limit = Math.min(most, tiers[viewer.tier].files);
    if (known >= limit) {
      const files = limit === 1 ? 'one file' : `${limit} files`;
      throw new AppError('bad_input', {
        message: `“${spokenName(part.filename)}” is one too many: ${files} can be sent here.`,
      });
    }
    // Where the call itself is no upload, each file it brings is one.
    if (budget !== 'uploads') await this.#ctx.limiter.take('uploads', viewer.id);
    if (this.files.length === 0) this.#release = this.#ctx.limiter.hold('uploads', viewer.id);
    const { imageBytes, videoBytes } = tiers[viewer.tier];
    const sizes: Sizes = pictureBytes
      ? { image: pictureBytes === 'tier' ? imageBytes : pictureBytes }
      : { image: imageBytes, video: videoBytes };
    const upload = await receiveFile(part, this.#ctx.media.incoming, sizes, (count) => {
      this.#fileBytes += count;
    });
    if (upload) this.files.push(upload);
  }
}

async function* partsOf(request: FastifyRequest): AsyncGenerator<Part> {
  try {
    yield* request.parts({
      limits: { fields: MAX_FIELDS, parts: MAX_PARTS, fileSize: Infinity },
    });
  } catch (error) {
    if (error instanceof Error && !('statusCode' in error)) {
      // The parser's own: a form that is cut short or malformed.
      throw new AppError('bad_input', { message: 'The form is not complete.' });
    }
    throw error;
  }
}

/** Lets a sender whose form is refused read why, where a connection cut at once would only look broken. */
function discardRest({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed) return;
  raw.unpipe();
  raw.resume();
  const timer = setTimeout(() => raw.destroy(), PATIENCE);
  raw.once('close', () => clearTimeout(timer));
}
