import type {
  OriginalPost,
  ParentPost,
  Post,
  Threaded,
  UnavailableComment,
} from '@roost/contract/posts';
import { MutedWords, type MutedPlace, type MutedWord } from '@roost/contract/text/muted-words';
import type { MemberContext } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import type { ShownMedia } from '../../media/media.queries.ts';
import { presentMedia } from '../../media/present-media.ts';
import {
  isBlocked,
  presentAuthorName,
  presentOwner,
  type AuthorCard,
} from '../../users/present-users.ts';
import type { PostRow } from '../post.queries.ts';
import { isMutedFor } from '../mutes/is-muted-for.ts';
import { canSee, isThereFor, type ViewerRelationships } from '../visibility.ts';

/** The rows that one answer needs, by id. */
export interface HydrationData {
  rows: Map<string, PostRow>;
  authorCards: Map<string, AuthorCard>;
  /** Ids of the authors whom lists that nobody chose leave out, for all who do not follow them. */
  limited: ReadonlySet<string>;
  viewerState: PostViewerState;
  media: Map<string, ShownMedia>;
  mutedWords: readonly MutedWord[];
}

/** Ids of the posts that the viewer liked, bookmarked and reposted, and of the roots of muted threads. */
interface PostViewerState {
  liked: Set<string>;
  bookmarked: Set<string>;
  reposted: Set<string>;
  mutedThreads: Set<string>;
}

/** Applies the visibility rule to loaded posts and presents them as wire objects. It reads nothing. */
export class HydratedPosts {
  readonly #ctx: MemberContext;
  readonly #data: HydrationData;
  readonly #relationships: ViewerRelationships;
  readonly #mutedWords = new Map<MutedPlace | undefined, MutedWords>();

  constructor(ctx: MemberContext, data: HydrationData) {
    this.#ctx = ctx;
    this.#data = data;
    this.#relationships = {
      viewerId: ctx.viewer.id,
      follows: (id) => data.authorCards.get(id)?.relationship.follows ?? false,
      isBlocked: (id) => {
        const card = data.authorCards.get(id);
        return !card || isBlocked(card);
      },
    };
  }

  /** Presents a post or repost. Returns undefined if the viewer may not see it. */
  post(id: string): Post | undefined {
    const row = this.visibleRow(id);
    if (!row) return undefined;
    if (!row.repost_of_id) return this.#original(row);
    const original = this.visibleRow(row.repost_of_id);
    const owner = this.#data.authorCards.get(row.author_id);
    const shown = original && this.#original(original);
    if (!shown || !owner) return undefined;
    const createdAt = row.created_at.toISOString();
    return {
      ...shown,
      _id: row.id,
      ownerid: presentOwner(this.#ctx, owner),
      createdAt,
      isRepost: true,
      originalPost: shown,
    };
  }

  /**
   * Presents a post or repost as `post` does. Also returns undefined if the viewer mutes it in this place, or if moderators limit its
   * author and the viewer does not follow the author.
   */
  unmutedPost(id: string, place: MutedPlace): Post | undefined {
    return this.#isMuted(id, place) || this.#isByLimitedStranger(id) ? undefined : this.post(id);
  }

  /** Presents a comment of a thread, or a placeholder. A comment with a muted word carries it, so that clients collapse it. */
  threaded(id: string): Threaded | undefined {
    const post = this.post(id);
    if (!post) return this.placeholder(id);
    const isOwn = post.ownerid._id === this.#ctx.viewer.id;
    return { ...post, mutedBy: isOwn ? null : this.#mutedWordsIn().find(post.content) };
  }

  /** Whether the viewer mutes any word in this place. */
  hasMutedWords(place: MutedPlace): boolean {
    return !this.#mutedWordsIn(place).isEmpty;
  }

  /** Presents a comment to its author. The author may see it also if its root is hidden from them. */
  ownComment(id: string): Post | undefined {
    const row = this.#data.rows.get(id);
    const viewerId = this.#ctx.viewer.id;
    if (!row?.parent_id || !isThereFor(row, viewerId) || row.author_id !== viewerId)
      return undefined;
    return this.#original(row);
  }

  /** Presents the position of a deleted or hidden comment, without its content and author. */
  placeholder(id: string): UnavailableComment | undefined {
    const row = this.#data.rows.get(id);
    if (!row) return undefined;
    const parentPost = row.parent_id ? this.#parent(row.parent_id, row) : null;
    return { ...unavailable(id, row.created_at), parentPost };
  }

  /** The row of a post that the viewer may see. */
  visibleRow(id: string): PostRow | undefined {
    const row = this.#data.rows.get(id);
    const isThere = row && isThereFor(row, this.#ctx.viewer.id);
    return isThere && canSee(row, this.#relationships) ? row : undefined;
  }

  /** A list may be older than the limit, so each page checks it. */
  #isByLimitedStranger(id: string): boolean {
    const authorId = this.#data.rows.get(id)?.author_id ?? '';
    if (!this.#data.limited.has(authorId)) return false;
    return !this.#relationships.follows(authorId) && authorId !== this.#ctx.viewer.id;
  }

  #isMuted(id: string, place: MutedPlace): boolean {
    const row = this.#data.rows.get(id);
    if (!row) return false;
    const original = row.repost_of_id ? this.#data.rows.get(row.repost_of_id) : undefined;
    const mutes = {
      viewerId: this.#ctx.viewer.id,
      mutedOf: (userId: string) => this.#data.authorCards.get(userId)?.muted ?? null,
      words: this.#mutedWordsIn(place),
    };
    return isMutedFor(mutes, { row, original });
  }

  /** Threads have no place of their own, so every word counts there. */
  #mutedWordsIn(place?: MutedPlace): MutedWords {
    const known = this.#mutedWords.get(place);
    if (known) return known;
    const words = new MutedWords(this.#data.mutedWords, wallClock(), place);
    this.#mutedWords.set(place, words);
    return words;
  }

  #original(row: PostRow): OriginalPost | undefined {
    const owner = this.#data.authorCards.get(row.author_id);
    if (!owner) return undefined;
    const { liked, bookmarked, reposted, mutedThreads } = this.#data.viewerState;
    return {
      _id: row.id,
      ownerid: presentOwner(this.#ctx, owner),
      content: row.content,
      media: this.#media(row),
      visibility: row.visibility,
      parentPost: row.parent_id ? this.#parent(row.parent_id, row) : null,
      isRepost: false,
      originalPost: null,
      hashtags: row.hashtags,
      mentions: row.mentions,
      stats: presentStats(row),
      isLikedByCurrentUser: liked.has(row.id),
      isBookmarkedByCurrentUser: bookmarked.has(row.id),
      isRepostedByCurrentUser: reposted.has(row.id),
      isThreadMuted: mutedThreads.has(row.root_id ?? row.id),
      isPinned: owner.user.pinned_post_id === row.id,
      edits: presentEdits(row),
      createdAt: row.created_at.toISOString(),
      updatedAt: (row.edited_at ?? row.created_at).toISOString(),
      ...(row.withheld_as && { isHiddenByModeration: true }),
    };
  }

  /** A deleted parent and a hidden one look the same. */
  #parent(id: string, child: PostRow): ParentPost {
    const row = this.visibleRow(id);
    const owner = row && this.#data.authorCards.get(row.author_id);
    const createdAt = (this.#data.rows.get(id) ?? child).created_at;
    if (!row || !owner) return unavailable(id, createdAt);
    return {
      _id: id,
      content: row.content,
      media: this.#media(row),
      createdAt: createdAt.toISOString(),
      ownerid: presentAuthorName(this.#ctx, owner),
    };
  }

  /** The caller has checked that the post is visible. The result has signed addresses. */
  #media({ media_ids }: PostRow) {
    return media_ids.flatMap((id) => {
      const row = this.#data.media.get(id);
      return row ? [presentMedia(this.#ctx, row, this.#ctx.viewer.id)] : [];
    });
  }
}

function presentStats(row: PostRow): OriginalPost['stats'] {
  return {
    likeCount: row.like_count,
    commentCount: row.comment_count,
    repostCount: row.repost_count,
  };
}

function presentEdits(row: PostRow): OriginalPost['edits'] {
  return {
    isedited: row.edited_at !== null,
    editedAt: row.edited_at?.toISOString() ?? null,
    editvalidtill: row.edit_valid_till.toISOString(),
    editchancesleft: row.edit_chances_left,
  };
}

/** A deleted post and a hidden one look the same. */
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
