/** The query keys of chats. */
export const chatKeys = {
  /** An infinite query. Its pages are those of the API. */
  conversations: ['chat', 'conversations'],
  /** A number. */
  unreadConversations: ['chat', 'unread'],
  /** The prefix of the key of each open conversation. */
  openConversations: ['chat', 'conversation'],
  /** The conversation opened with a person. */
  conversation: (userId: string) => ['chat', 'conversation', userId],
  /** An infinite query. The newest page is first. */
  messages: (conversationId: string) => ['chat', 'messages', conversationId],
  /** A person without a conversation. */
  person: (userId: string) => ['chat', 'person', userId],
} as const;
