/** What the cache holds of chats. */
export const chatKeys = {
  conversations: ['chat', 'conversations'], // infinite query, pages as the wire's
  unreadConversations: ['chat', 'unread'], // a number
  conversation: (userId: string) => ['chat', 'conversation', userId], // Conversation opened with a person
  messages: (conversationId: string) => ['chat', 'messages', conversationId], // infinite query, newest page first
} as const;
