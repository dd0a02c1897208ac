import type { UnavailableComment } from '@roost/contract/comments';
import type { OriginalPost, ParentPost, Post } from '@roost/contract/posts';
import type { MemberContext } from '../context.ts';
import type { MediaRecord } from '../db/tables.ts';
import { viewMedia } from '../media/view-media.ts';
import { isBlocked, viewName, viewOwner, type Face } from '../users/view-users.ts';
import type { PostRow } from './post.queries.ts';
import { canSee, type Standing } from './visibility.ts';

/** What was loaded for one answer, each by id. */
export interface Loaded {
  rows: Map<string, PostRow>;
  people: Map<string, Face>;
  flags: Flags;
  media: Map<string, MediaRecord>;
}

/** What the viewer did with posts: ids of those they did it with. */
interface Flags {
  liked: Set<string>;
  bookmarked: Set<string>;
  reposted: Set<string>;
}

/** How what was loaded becomes wire objects; the one rule decides what does. */
export class Gallery {
  readonly #ctx: MemberContext;
  readonly #loaded: Loaded;
  readonly #standing: Standing;

  constructor(ctx: MemberContext, loaded: Loaded) {
    this.#ctx = ctx;
    this.#loaded = loaded;
    this.#standing = {
      viewerId: ctx.viewer.id,
      follows: (id) => loaded.people.get(id)?.relation.follows ?? false,
      isBlocked: (id) => {
        const person = loaded.people.get(id);
        return !person || isBlocked(person);
      },
    };
  }

  post(id: string): Post | undefined {
    const row = this.visible(id);
    if (!row) return undefined;
    if (!row.repost_of_id) return this.#original(row);
    const original = this.visible(row.repost_of_id);
    const owner = this.#loaded.people.get(row.author_id);
    const shown = original && this.#original(original);
    if (!shown || !owner) return undefined;
    const createdAt = row.created_at.toISOString();
    return {
      ...shown,
      _id: row.id,
      ownerid: viewOwner(this.#ctx, owner),
      createdAt,
      isRepost: true,
      originalPost: shown,
    };
  }

  ownComment(id: string): Post | undefined {
    const row = this.#loaded.rows.get(id);
    if (!row?.parent_id || row.deleted_at || row.author_id !== this.#ctx.viewer.id)
      return undefined;
    return this.#original(row);
  }

  /** Where a removed or hidden post stands, and nothing else of it. */
  place(id: string): UnavailableComment | undefined {
    const row = this.#loaded.rows.get(id);
    if (!row) return undefined;
    const parentPost = row.parent_id ? this.#parent(row.parent_id, row) : null;
    return { ...unavailable(id, row.created_at), parentPost };
  }

  /** The row of a post that the viewer may see. */
  visible(id: string): PostRow | undefined {
    const row = this.#loaded.rows.get(id);
    return row && !row.deleted_at && canSee(row, this.#standing) ? row : undefined;
  }

  #original(row: PostRow): OriginalPost | undefined {
    const owner = this.#loaded.people.get(row.author_id);
    if (!owner) return undefined;
    const { liked, bookmarked, reposted } = this.#loaded.flags;
    return {
      _id: row.id,
      ownerid: viewOwner(this.#ctx, owner),
      content: row.content,
      media: this.#media(row),
      visibility: row.visibility,
      parentPost: row.parent_id ? this.#parent(row.parent_id, row) : null,
      isRepost: false,
      originalPost: null,
      hashtags: row.hashtags,
      mentions: row.mentions,
      stats: {
        likeCount: row.like_count,
        commentCount: row.comment_count,
        repostCount: row.repost_count,
      },
      isLikedByCurrentUser: liked.has(row.id),
      isBookmarkedByCurrentUser: bookmarked.has(row.id),
      isRepostedByCurrentUser: reposted.has(row.id),
      edits: {
        isedited: row.edited_at !== null,
        editedAt: row.edited_at?.toISOString() ?? null,
        editvalidtill: row.edit_valid_till.toISOString(),
        editchancesleft: row.edit_chances_left,
      },
      createdAt: row.created_at.toISOString(),
      updatedAt: (row.edited_at ?? row.created_at).toISOString(),
    };
  }

  /** A deleted parent and a hidden one look the same. */
  #parent(id: string, child: PostRow): ParentPost {
    const row = this.visible(id);
    const owner = row && this.#loaded.people.get(row.author_id);
    const createdAt = (this.#loaded.rows.get(id) ?? child).created_at;
    if (!row || !owner) return unavailable(id, createdAt);
    return {
      _id: id,
      content: row.content,
      media: this.#media(row),
      createdAt: createdAt.toISOString(),
      ownerid: viewName(this.#ctx, owner.user),
    };
  }

  /** Of a post already known to be visible. */
  #media({ media_ids }: PostRow) {
    return media_ids.flatMap((id) => {
      const row = this.#loaded.media.get(id);
      return row ? [viewMedia(this.#ctx, row, this.#ctx.viewer.id)] : [];
    });
  }
}

/** A deleted post and a hidden one are one and the same. */
function unavailable(id: string, createdAt: Date) {
  return {
    _id: id,
    isDeleted: true as const,
    content: '' as const,
    media: [],
    ownerid: null,
    createdAt: createdAt.toISOString(),
  };
}
