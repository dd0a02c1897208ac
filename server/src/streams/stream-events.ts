/**
 * What a person's stream can hold (contract §8, stored events): references where what is referred to can change or
 * go, so that it is judged anew whenever it is sent.
 */
export interface StreamEvents {
  notification: { notificationId: string };
  /** Some were read or went; what is left is counted when it is sent. */
  notificationsChanged: Record<string, never>;
}

export type StreamEntry = {
  [Name in keyof StreamEvents]: {
    userId: string;
    name: Name;
    item: StreamEvents[Name];
    /** The socket that caused it and is answered itself, so must not be told. */
    sentBy?: string;
  };
}[keyof StreamEvents];
