/** Params by the keys of the objects that they name. */
export const kinds: [string, string[]][] = [
  ['postId', ['ownerid', 'visibility']],
  ['messageId', ['deliveryStatus']],
  ['conversationId', ['participants']],
  ['notificationId', ['sender', 'read']],
  ['caseId', ['subject', 'assignee']],
  ['appealId', ['upheld', 'decision']],
  ['decisionId', ['action', 'reason']],
  ['sessionId', ['device', 'lastUsedAt']],
  ['inviteId', ['uses']],
  ['mediaId', ['url', 'placeholder']],
  ['userId', ['username']],
];

/** The kinds that a report can be about, with their names there. */
export const subjectTypes: Record<string, string> = {
  postId: 'post',
  userId: 'user',
  messageId: 'message',
};

/** Keys whose values belong to the object that contains them. */
export const joinedKeys = new Set(['conversationId', 'key', 'newestId']);

/** Keys of requests, and the keys of answers that contain their values. */
export const alias: Record<string, string> = {
  text: 'content',
  bio: 'content',
  alt: 'content',
  query: 'content',
  tag: 'hashtags',
  receiverId: 'userId',
  targetUserId: 'userId',
  to: 'userId',
  actor: 'userId',
  parentPost: 'postId',
  mediaIds: 'mediaId',
  _id: 'postId',
  since: 'postId',
  id: 'subscriptionId',
};
