import type { Threaded, UnavailableComment } from '@roost/contract/comments';
import type { OriginalPost, ParentPost, Post } from '@roost/contract/posts';
import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../context.ts';
import type { MediaRecord } from '../db/tables.ts';
import { loadMedia, viewMedia } from '../media/view-media.ts';
import { isBlocked, loadPeople, viewName, viewOwner, type Person } from '../users/view-users.ts';
import { findFlags, findPostsAround, type Flags, type PostRow } from './post.queries.ts';
import { canSee, type Standing } from './visibility.ts';

/**
 * Posts as this viewer sees them, in the order of the ids; those they may not see are left out, whatever list
 * the ids came from. Five statements, for one post or fifty.
 */
export async function viewPosts(ctx: MemberContext, ids: string[]): Promise<Post[]> {
  const gallery = await loadGallery(ctx, ids);
  return ids.flatMap((id) => gallery.post(id) ?? []);
}

/** The same for a thread, where what may not be seen leaves an empty place. */
export async function viewThread(ctx: MemberContext, ids: string[]): Promise<Threaded[]> {
  const gallery = await loadGallery(ctx, ids);
  return ids.flatMap((id) => gallery.post(id) ?? gallery.place(id) ?? []);
}

/** The viewer's own comments, also those that hang on what they may no longer see (contract §4). */
export async function viewOwnComments(ctx: MemberContext, ids: string[]): Promise<Post[]> {
  const gallery = await loadGallery(ctx, ids);
  return ids.flatMap((id) => gallery.ownComment(id) ?? []);
}

async function loadGallery(ctx: MemberContext, ids: string[]): Promise<Gallery> {
  const rows = new Map((await findPostsAround(ctx, ids)).map((row) => [row.id, row]));
  const targets = ids.flatMap((id) => rows.get(id)?.repost_of_id ?? id);
  const [people, flags, media] = await Promise.all([
    loadPeople(
      ctx,
      [...rows.values()].flatMap((row) => [row.author_id, row.audience_id, ...row.party_ids]),
    ),
    findFlags(ctx, ctx.viewer.id, targets),
    loadMedia(
      ctx,
      [...rows.values()].flatMap((row) => row.media_ids),
    ),
  ]);
  return new Gallery(ctx, {
    rows,
    people,
    media,
    flags: new Map(flags.map((flag) => [flag.post_id, flag])),
  });
}

/** One post, or `not_found`. */
export async function viewPost(ctx: MemberContext, id: string): Promise<Post> {
  const [post] = await viewPosts(ctx, [id]);
  if (!post) throw new AppError('not_found', { message: 'Post not found.' });
  return post;
}

/** What was loaded for one answer, each by id. */
interface Loaded {
  rows: Map<string, PostRow>;
  people: Map<string, Person>;
  flags: Map<string, Flags>;
  media: Map<string, MediaRecord>;
}

/** How what was loaded becomes wire objects. */
class Gallery {
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
    const row = this.#visible(id);
    if (!row) return undefined;
    if (!row.repost_of_id) return this.#original(row);
    const original = this.#visible(row.repost_of_id);
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

  #visible(id: string): PostRow | undefined {
    const row = this.#loaded.rows.get(id);
    return row && !row.deleted_at && canSee(row, this.#standing) ? row : undefined;
  }

  #original(row: PostRow): OriginalPost | undefined {
    const owner = this.#loaded.people.get(row.author_id);
    if (!owner) return undefined;
    const flags = this.#loaded.flags.get(row.id);
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
      isLikedByCurrentUser: flags?.liked ?? false,
      isBookmarkedByCurrentUser: flags?.bookmarked ?? false,
      isRepostedByCurrentUser: flags?.reposted ?? false,
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
    const row = this.#visible(id);
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
