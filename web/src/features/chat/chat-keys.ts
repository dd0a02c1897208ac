/** The query keys of chats. */
export const chatKeys = {
  conversations: ['chat', 'conversations'], // infinite query, pages as the API returns them
  unreadConversations: ['chat', 'unread'], // a number
  openConversations: ['chat', 'conversation'], // the prefix of the next
  conversation: (userId: string) => ['chat', 'conversation', userId], // the conversation opened with a person
  messages: (conversationId: string) => ['chat', 'messages', conversationId], // infinite query, newest page first
  person: (userId: string) => ['chat', 'person', userId], // a person without a conversation
} as const;
