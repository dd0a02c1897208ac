/** The key of a conversation's draft and its pictures. */
export function chatDraftKey(viewerId: string, conversationId: string): string {
  return `${viewerId}:chat:${conversationId}`;
}
