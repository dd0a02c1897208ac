/** A subject as a reporter saw it. Stored as JSON. Media are ids, and their files stay while `held_media` names them. */
export type Evidence =
  | {
      type: 'post';
      content: string;
      mediaIds: string[];
      visibility: 'public' | 'followers';
      parentId: string | null;
      createdAt: string;
      editedAt: string | null;
    }
  | {
      type: 'user';
      username: string;
      fullName: string;
      bio: string;
      avatarId: string | null;
      coverId: string | null;
    }
  | { type: 'message'; messages: EvidenceMessage[] };

export interface EvidenceMessage {
  id: string;
  senderId: string;
  kind: 'message' | 'call';
  content: string;
  mediaIds: string[];
  createdAt: string;
}

/** The text that was reported: of the post or message, or what a person says about themself. */
export function textIn(evidence: Evidence): string {
  if (evidence.type === 'post') return evidence.content;
  return evidence.type === 'user' ? evidence.bio : (evidence.messages.at(-1)?.content ?? '');
}

/** The ids of all media in evidence. */
export function mediaIn(evidence: Evidence): string[] {
  if (evidence.type === 'post') return evidence.mediaIds;
  if (evidence.type === 'user')
    return [evidence.avatarId, evidence.coverId].filter((id) => id !== null);
  return evidence.messages.flatMap(({ mediaIds }) => mediaIds);
}
