import type { MemberContext } from '../../kernel/context.ts';
import { SingleFlight } from '../../lib/single-flight.ts';
import type { MediaRecord } from '../../platform/database/tables.ts';

/** How long an answer is cached. It is short, so that access ends within a minute after the right. */
const ANSWER_LIFETIME_MS = 30_000;
const MAX_ANSWERS = 20_000;

/** Whether a viewer may see the post or message of a medium that is not public. The features that use media decide. */
export type MaySeeMedia = (ctx: MemberContext, media: MediaRecord) => Promise<boolean>;

/** Checks whether the viewer of a signed link may still see its post or message. Caches the answer for a while. */
export class MediaAccess {
  readonly #maySee: MaySeeMedia;
  readonly #answers = new SingleFlight<boolean>({
    lifetimeMs: ANSWER_LIFETIME_MS,
    maxResults: MAX_ANSWERS,
  });

  constructor(maySee: MaySeeMedia) {
    this.#maySee = maySee;
  }

  async isAllowed(ctx: MemberContext, media: MediaRecord): Promise<boolean> {
    const key = `${ctx.viewer.id} ${media.post_id ?? media.message_id ?? media.id}`;
    return this.#answers.run(key, async () => this.#maySee(ctx, media));
  }
}
