/** The key of a draft: one for each person's post, and one for each post they reply to. */
export function postDraftKey(viewerId: string, replyTo?: { _id: string }): string {
  return replyTo ? `${viewerId}:reply:${replyTo._id}` : `${viewerId}:post`;
}
