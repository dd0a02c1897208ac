import { rm } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import type { AnyEndpoint } from '@roost/contract/endpoint';
import { AppError } from '@roost/contract/errors';
import { tiers } from '@roost/contract/limits';
import type { Context, MemberContext } from '../../../kernel/context.ts';
import { spokenName } from './file-names.ts';
import { receiveFile, type Sizes, type Upload } from './uploads.ts';

const MAX_FIELDS = 40;
const MAX_PARTS = 60;
/** The most bytes of a form outside its files. */
export const MAX_FORM_TEXT_BYTES = 262_144;
/** After this time the server closes the connection of a refused sender. Until then it discards what arrives. */
const DISCARD_TIMEOUT_MS = 10_000;

/** The reserved bytes of one form. It counts the bytes of files as they arrive, and throws if they exceed the quota. */
export interface UploadReservation extends AsyncDisposable {
  take(bytes: number): Promise<void>;
  /** The folder that the files are written to. */
  readonly folder: string;
  /** The reserved bytes. */
  readonly reserved: number;
  /** Whether the handler inserted rows for the files. */
  isKept: boolean;
}

/** Reserves the bytes of a form once, before its first file. `bytes` is the expected size, if the request declares it. */
export type ReserveUpload = (
  ctx: MemberContext,
  endpoint: AnyEndpoint,
  bytes: number | undefined,
) => Promise<UploadReservation>;

type Part = Awaited<ReturnType<ReturnType<FastifyRequest['parts']>['next']>>['value'];

/** A parsed multipart request. Its files stay on disk until it is disposed. */
export class Form implements AsyncDisposable {
  readonly fields = new Map<string, unknown>();
  readonly files: Upload[] = [];
  /** Only forms with files have one. */
  reservation: UploadReservation | undefined;
  #release = () => {};

  readonly #ctx: Context;
  readonly #request: FastifyRequest;
  readonly #endpoint: AnyEndpoint;
  readonly #reserve: ReserveUpload;
  /** The bytes received, and how many of them are content of files. */
  #size = 0;
  #fileBytes = 0;

  private constructor(
    ctx: Context,
    endpoint: AnyEndpoint,
    request: FastifyRequest,
    reserve: ReserveUpload,
  ) {
    this.#ctx = ctx;
    this.#request = request;
    this.#endpoint = endpoint;
    this.#reserve = reserve;
  }

  /** Reads the whole form. A field that occurs more than once becomes an array. */
  static async read(
    ctx: Context,
    endpoint: AnyEndpoint,
    request: FastifyRequest,
    reserve: ReserveUpload,
  ): Promise<Form> {
    const form = new Form(ctx, endpoint, request, reserve);
    // An empty body may have any content type.
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
    const { reservation } = this;
    this.reservation = undefined;
    await reservation?.[Symbol.asyncDispose]();
  }

  async #readParts(): Promise<void> {
    // Counts all bytes, also those that the parser discards, such as endless headers or text between parts.
    this.#request.raw.on('data', (chunk: Buffer) => (this.#size += chunk.length));
    for await (const part of partsOf(this.#request)) {
      if (part.type === 'file') await this.#addFile(part);
      else this.#addField(part);
      if (this.#size - this.#fileBytes > MAX_FORM_TEXT_BYTES) throw new AppError('too_large');
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
    // If the endpoint has another budget, each file costs one upload.
    if (budget !== 'uploads') await this.#ctx.limiter.take('uploads', viewer.id);
    if (this.files.length === 0) this.#release = this.#ctx.limiter.hold('uploads', viewer.id);
    const { imageBytes, videoBytes } = tiers[viewer.tier];
    const sizes: Sizes = pictureBytes
      ? { image: pictureBytes === 'tier' ? imageBytes : pictureBytes }
      : { image: imageBytes, video: videoBytes };
    const { reservation = await this.#openReservation(sizes) } = this;
    this.reservation = reservation;
    const upload = await receiveFile(part, reservation.folder, sizes, async (count) => {
      this.#fileBytes += count;
      await reservation.take(count);
    });
    if (upload) this.files.push(upload);
  }

  /** Reserves the declared size, but at most what the endpoint accepts. */
  async #openReservation(sizes: Sizes): Promise<UploadReservation> {
    const ctx = { ...this.#ctx, viewer: this.#request.viewer } as MemberContext;
    const declared = Number(this.#request.headers['content-length']);
    const count = Object.values(this.#endpoint.files ?? {}).reduce((sum, each) => sum + each, 0);
    const most = count * Math.max(sizes.image ?? 0, sizes.video ?? 0);
    return this.#reserve(ctx, this.#endpoint, declared ? Math.min(declared, most) : undefined);
  }
}

async function* partsOf(request: FastifyRequest): AsyncGenerator<Part> {
  try {
    yield* request.parts({
      limits: { fields: MAX_FIELDS, parts: MAX_PARTS, fileSize: Infinity },
    });
  } catch (error) {
    if (error instanceof Error && !('statusCode' in error)) {
      // An error of the parser: the form is incomplete or malformed.
      throw new AppError('bad_input', { message: 'The form is not complete.' });
    }
    throw error;
  }
}

/** Reads the rest of a refused form, so the sender gets the reason instead of a broken connection. */
function discardRest({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed) return;
  raw.unpipe();
  raw.resume();
  const timer = setTimeout(() => raw.destroy(), DISCARD_TIMEOUT_MS);
  raw.once('close', () => clearTimeout(timer));
}
