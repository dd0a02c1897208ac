import * as posts from '@roost/contract/posts';
import type { Member } from './cast.ts';

export const on = (post: { _id: string }) => ({ params: { postId: post._id } });

export interface PageQuery {
  limit?: number;
  page?: number;
  cursor?: string;
}

export async function thread(member: Member, post: { _id: string }, query: PageQuery = {}) {
  return (await member.call(posts.listComments, { ...on(post), query })).data;
}

/** Summarises each comment of a thread with its parent. '…' stands for a hidden one. */
export function summarize(list: posts.Threaded[]): string[] {
  const words = new Map(list.map((each) => [each._id, each.ownerid ? each.content : '…']));
  return list.map(
    (each) => `${words.get(each._id)} < ${words.get(each.parentPost?._id ?? '') ?? 'the post'}`,
  );
}
