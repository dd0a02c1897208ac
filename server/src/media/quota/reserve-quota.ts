import { AppError } from '@roost/contract/errors';
import type { AnyEndpoint } from '@roost/contract/endpoint';
import { uploadMessageMedia } from '@roost/contract/chat';
import { everyone, tiers, type TierName } from '@roost/contract/limits';
import { uploadMedia } from '@roost/contract/media';
import type { Config } from '../../kernel/config.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { spokenSize } from '../../platform/http/uploads/file-names.ts';
import { RateLimited } from '../../platform/http/limits/rate-limiter.ts';
import type { ReserveUpload, UploadReservation } from '../../platform/http/uploads/multipart.ts';
import { findUsage, releaseBytes, reserveBytes, type Quota } from './usage.queries.ts';

/** Bytes to reserve at a time if a request does not declare its size. */
const RESERVE_STEP_BYTES = 8 * 1_048_576;

/** Larger than any count, but still a PostgreSQL integer. */
const UNLIMITED = 1_000_000_000;

/** The endpoints that store unattached files, for a later post or message. */
const leavesUnattached: ReadonlySet<AnyEndpoint> = new Set([uploadMedia, uploadMessageMedia]);

export function quotaOf(config: Config, tier: TierName): Quota {
  return {
    dayBytes: tiers[tier].dayBytes,
    quotaBytes: config.mediaQuota[tier],
    unattached: everyone.unattachedFiles,
  };
}

/**
 * Reserves the upload quota for the files of one request. It takes their bytes from the sender's day before the server
 * reads them, so parallel uploads can't exceed the quota together. If the process dies, its reservation lasts until the
 * day ends.
 */
class QuotaReservation implements UploadReservation {
  /** Whether a transaction has inserted rows for the files. Their stored bytes then replace the reservation. */
  isKept = false;
  readonly #ctx: MemberContext;
  readonly #quota: Quota;
  #reserved = 0;
  #received = 0;
  #checkAt = RESERVE_STEP_BYTES;

  constructor(ctx: MemberContext, endpoint: AnyEndpoint) {
    this.#ctx = ctx;
    const quota = quotaOf(ctx.config, ctx.viewer.tier);
    // Files that are attached at once do not count as unattached uploads.
    this.#quota = leavesUnattached.has(endpoint) ? quota : { ...quota, unattached: UNLIMITED };
  }

  async begin(bytes: number): Promise<void> {
    await this.#ctx.media.disk.assertFree();
    await this.#reserve(bytes);
  }

  get folder(): string {
    return this.#ctx.media.incoming;
  }

  get reserved(): number {
    return this.#reserved;
  }

  async take(bytes: number): Promise<void> {
    this.#received += bytes;
    if (this.#received > this.#reserved) await this.#reserve(RESERVE_STEP_BYTES);
    if (this.#received < this.#checkAt) return;
    this.#checkAt += RESERVE_STEP_BYTES;
    await this.#ctx.media.disk.assertFree();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.isKept || this.#reserved === 0) return;
    try {
      await releaseBytes(this.#ctx, this.#ctx.viewer.id, this.#reserved);
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'reserved bytes not released');
    }
  }

  async #reserve(bytes: number): Promise<void> {
    const { viewer } = this.#ctx;
    if (!(await reserveBytes(this.#ctx, viewer.id, bytes, this.#quota)))
      throw await quotaError(this.#ctx, bytes, this.#quota);
    this.#reserved += bytes;
  }
}

export const reserveUpload: ReserveUpload = async (ctx, endpoint, bytes = RESERVE_STEP_BYTES) => {
  const reservation = new QuotaReservation(ctx, endpoint);
  await reservation.begin(bytes);
  return reservation;
};

/** Returns the error for the quota that these bytes exceed. */
export async function quotaError(
  ctx: MemberContext,
  bytes: number,
  quota: Quota,
  unattached = 1,
): Promise<AppError> {
  const usage = await findUsage(ctx, ctx.viewer.id);
  if (usage.unattached + unattached > quota.unattached)
    return new AppError('too_many_uploads', {
      message: `${quota.unattached} of your uploads are in no post or message yet. Post or remove some of them first.`,
    });
  if (usage.storedBytes + bytes > quota.quotaBytes) {
    const maxSize = spokenSize(quota.quotaBytes);
    const message = `Your pictures and videos can take ${maxSize} at most. Delete some to add more.`;
    return new AppError('quota_full', { message });
  }
  const { dayBytes: limit } = quota;
  const remaining = Math.max(0, limit - usage.dayBytes);
  return new RateLimited(
    { limit, remaining, reset: Math.max(1, usage.secondsLeft) },
    `You can upload ${spokenSize(limit)} a day. Try again tomorrow.`,
  );
}
