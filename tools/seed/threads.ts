import { DAY, MINUTE, WEEKS, idAt, type Calendar } from './calendar.ts';
import { memberCalled, type Member, type Members } from './members.ts';
import type { PostDraft, ReplyDraft } from './persona.ts';

export interface PlannedPost {
  id: string;
  author: Member;
  text: string;
  createdAt: Date;
  editedAt: Date | null;
  visibility: 'public' | 'followers';
  /** The parent, or null for a post. */
  parent: PlannedPost | null;
  isLoved: boolean;
  shows?: string | undefined;
}

/** All posts and comments with their times. */
export function planThreads(members: Members, calendar: Calendar): PlannedPost[] {
  return [...members.values()].flatMap((author) => {
    const times = timesOf(author.persona.posts, calendar);
    return author.persona.posts.flatMap((draft, index) => {
      const post = planPost(author, draft, calendar.take(times[index] ?? calendar.now));
      return [post, ...planReplies(post, draft.replies ?? [], members, calendar)];
    });
  });
}

/** Posts keep their order: posts between two fixed ones get times between these. */
function timesOf(drafts: PostDraft[], calendar: Calendar): number[] {
  const times: number[] = [];
  let since = calendar.now - WEEKS;
  let waiting = 0;
  for (const { hoursAgo } of [...drafts, { hoursAgo: 1 }]) {
    if (hoursAgo === undefined) {
      waiting += 1;
      continue;
    }
    const pinned = calendar.around(hoursAgo);
    times.push(...calendar.spread(waiting, since, pinned), pinned);
    since = pinned;
    waiting = 0;
  }
  return times;
}

function planPost(author: Member, draft: PostDraft, createdAt: Date): PlannedPost {
  return {
    id: idAt(createdAt),
    author,
    text: draft.text,
    createdAt,
    editedAt: draft.isEdited ? new Date(createdAt.getTime() + 4 * MINUTE) : null,
    visibility: draft.audience ?? 'public',
    parent: null,
    isLoved: draft.isLoved ?? false,
    shows: draft.shows,
  };
}

function planReplies(
  parent: PlannedPost,
  drafts: ReplyDraft[],
  members: Members,
  calendar: Calendar,
): PlannedPost[] {
  let last = parent.createdAt.getTime();
  return drafts.flatMap((draft) => {
    const createdAt = calendar.take(calendar.after(last, DAY / 12));
    last = createdAt.getTime();
    const reply: PlannedPost = {
      id: idAt(createdAt),
      author: memberCalled(members, draft.by),
      text: draft.text,
      createdAt,
      editedAt: null,
      visibility: parent.visibility,
      parent,
      isLoved: false,
    };
    return [reply, ...planReplies(reply, draft.replies ?? [], members, calendar)];
  });
}

export function rootOf(post: PlannedPost): PlannedPost {
  return post.parent ? rootOf(post.parent) : post;
}
